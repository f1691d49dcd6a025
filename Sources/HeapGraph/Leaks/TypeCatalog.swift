/// What the first words of objects say about them, each asked once.
///
/// Not thread-safe: it caches.
final class TypeCatalog {
  /// One type, box, or form of closure.
  struct Entry {
    var name: String
    var module: String
    var kind: ObjectShape.Kind
    /// A library of the system's or the toolchain's made it.
    var isLibrary: Bool
    /// The code that reads the heap made it.
    var isOfReader: Bool
  }

  private let heap: FrozenHeap
  private var places: [UInt: UInt32] = [:]
  private(set) var entries: [Entry] = []
  private var lastWord: UInt = 0
  private var lastPlace: UInt32 = 0

  /// Makes an empty catalogue.
  init(heap: FrozenHeap) {
    self.heap = heap
  }

  /// The number of the entry for objects whose first word this is.
  func place(of word: UInt) -> UInt32 {
    if word == lastWord, word != 0 { return lastPlace }
    lastWord = word
    if let place = places[word] {
      lastPlace = place
    } else {
      lastPlace = UInt32(truncatingIfNeeded: entries.count)
      places[word] = lastPlace
      entries.append(makeEntry(word))
    }
    return lastPlace
  }

  /// The entry for objects whose first word this is.
  func entry(of word: UInt) -> Entry {
    let place = place(of: word)
    return entries[Int(place)]
  }

  private func makeEntry(_ word: UInt) -> Entry {
    let shape = word == heap.mallocBlock ? .block : heap.reader.shapes.shape(of: word)
    guard let shape else {
      return Entry(
        name: "memory that Swift does not describe", module: "", kind: .block, isLibrary: true,
        isOfReader: false)
    }
    // What destroys such an object was made with it; a class's descriptor tells more exactly.
    var place = heap.memory.word(at: word &- 16) ?? 0
    if shape.kind == .instance, let pointer = MetadataPointer(word),
      let descriptor = TypeMetadata(pointer: pointer).descriptor
    {
      place = descriptor.pointer.address
    }
    let module = shape.kind == .instance ? shape.module : nil
    return Entry(
      name: shape.name == "closure" ? "closure's captures" : shape.name, module: shape.module,
      kind: shape.kind, isLibrary: !heap.images.isUserCode(place, of: module),
      isOfReader: heap.images.path(of: place)?.hasSuffix("/LeakReporter") ?? false)
  }
}

/// Objects and bytes by type.
struct TypeTallies {
  private var counts: [(count: Int, bytes: Int)] = []

  /// Notes one object of a type, by its number in a list.
  mutating func add(_ type: UInt32, bytes: Int) {
    while counts.count <= Int(type) { counts.append((0, 0)) }
    counts[Int(type)].count += 1
    counts[Int(type)].bytes += bytes
  }

  /// The tallies, types of one name together: the program's own first, then the largest.
  func sorted(by entries: [TypeCatalog.Entry]) -> [TypeTally] {
    struct Key: Hashable {
      var name: String
      var module: String
      var isLibrary: Bool
    }
    var merged: [Key: TypeTally] = [:]
    for (place, tally) in counts.enumerated() where tally.count > 0 {
      let entry = entries[place]
      let key = Key(name: entry.name, module: entry.module, isLibrary: entry.isLibrary)
      let old =
        merged[key]
        ?? TypeTally(
          type: entry.name, module: entry.module, isLibrary: entry.isLibrary, count: 0, bytes: 0)
      merged[key] = TypeTally(
        type: old.type, module: old.module, isLibrary: old.isLibrary,
        count: old.count + tally.count, bytes: old.bytes + tally.bytes)
    }
    return merged.values.sorted { first, second in
      if first.isLibrary != second.isLibrary { return second.isLibrary }
      return (second.bytes, first.type, first.module) < (first.bytes, second.type, second.module)
    }
  }
}
