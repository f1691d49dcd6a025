import CFrozenChild

/// Global and static variables that hold an object.
struct GlobalRoots {
  let heap: FrozenHeap

  /// The variables whose memory has the object's address in it, the program's own first.
  ///
  /// Stops after `limit` of them, as libraries have megabytes of variables.
  func holders(of address: UInt, limit: Int) -> [RootFinder.Evidence] {
    var found: [RootFinder.Evidence] = []
    for image in heap.images.images {
      for range in image.writable {
        guard found.count < limit else { return found }
        for place in WordSearch(memory: heap.memory).places(of: address, in: range) {
          let name = heap.images.name(of: place)
          if name?.isBystander == true { continue }
          let text =
            name.map(\.variable)
            ?? "of \(image.path.split(separator: "/").last.map(String.init) ?? image.path)"
          found.append(
            RootFinder.Evidence(
              root: Root(kind: .global, name: text),
              holder: ChainObject(name: text, address: place),
              label: "", isExact: name?.ownsItsValue ?? false))
        }
      }
    }
    return found
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
