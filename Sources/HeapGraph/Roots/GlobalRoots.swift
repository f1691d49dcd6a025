import CFrozenChild

/// Global and static variables that hold an object.
struct GlobalRoots {
  let heap: FrozenHeap

  /// The variables whose memory has the object's address in it, the program's own first.
  ///
  /// Stops after `limit` that have a name, as libraries have megabytes of variables.
  func holders(of address: UInt, limit: Int = .max) -> [RootFinder.Evidence] {
    var found: [RootFinder.Evidence] = []
    images: for image in heap.images.images {
      for range in image.writable {
        guard found.count(where: { $0.rank == .known }) < limit else { break images }
        for place in WordSearch(memory: heap.memory).places(of: address, in: range) {
          let name = heap.images.name(of: place)
          let text =
            name.map(\.variable)
            ?? "of \(image.path.split(separator: "/").last.map(String.init) ?? image.path)"
          found.append(
            RootFinder.Evidence(
              root: Root(kind: .global, name: text),
              holder: ChainObject(name: text, address: place),
              label: "", isExact: name?.ownsItsValue ?? false,
              rank: name?.isSwift == true ? .known : .memory))
        }
      }
    }
    if found.contains(where: \.isExact), hasUnexplainedUnowned(address) {
      for index in found.indices { found[index].isExact = false }
    }
    return found
  }

  /// Tells whether the object has unowned references that nothing found so far accounts for.
  ///
  /// A variable's symbol doesn't say that it is unowned; the object's count of such references
  /// does, less those that metadata describes.
  private func hasUnexplainedUnowned(_ address: UInt) -> Bool {
    guard var word = heap.memory.word(at: address + 8) else { return false }
    if case .inSideTable(let table)? = RetainCount(word: word) {
      word = heap.memory.word(at: table + 16) ?? 0
    }
    // One of them stands for all strong references together.
    let unowned = Int((word >> 1) & 0x7fff_ffff) - 1
    guard unowned > 0, RetainCount(word: word) != .immortal else { return false }
    let object = ChainObject(name: "", address: address)
    let explained = BystanderSearch(heap: heap).references(to: object)
      .count { $0.strength == .unowned }
    return unowned > explained
  }
}

/// Looks for one word in a range of frozen memory.
struct WordSearch {
  let memory: ProcessMemory

  /// The aligned places in the range where the word stands, at most 64 of them.
  func places(of word: UInt, in range: Range<UInt>) -> [UInt] {
    [UInt](unsafeUninitializedCapacity: 64) { buffer, initialized in
      let found = cfc_find(
        memory.file, UInt64(range.lowerBound), UInt64(range.upperBound), UInt64(word),
        buffer.baseAddress, buffer.count)
      initialized = found
    }
  }
}
