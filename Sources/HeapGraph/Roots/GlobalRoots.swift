/// Global and static variables that hold an object.
struct GlobalRoots {
  let heap: FrozenHeap

  /// The variables whose memory has the object's address in it.
  func holders(of address: UInt) -> [RootFinder.Evidence] {
    var found: [RootFinder.Evidence] = []
    for image in heap.images.images {
      for range in image.writable {
        WordSearch(memory: heap.memory).places(of: address, in: range) { place in
          let name = heap.images.name(of: place)
          let text =
            name.map(\.readable)
            ?? "of \(image.path.split(separator: "/").last.map(String.init) ?? image.path)"
          found.append(
            RootFinder.Evidence(
              root: Root(kind: .global, name: text), holder: ChainObject(name: text, address: place),
              label: "", isExact: name?.isSwift ?? false))
        }
      }
    }
    return found
  }
}

/// Looks for one word in a range of frozen memory.
struct WordSearch {
  let memory: ProcessMemory

  /// Calls back with every aligned place in the range where the word stands.
  func places(of word: UInt, in range: Range<UInt>, _ body: (UInt) -> Void) {
    let size = 1 << 18
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
    defer { buffer.deallocate() }
    var start = (range.lowerBound + 7) & ~7
    while start < range.upperBound {
      let wanted = Int(min(UInt(size), range.upperBound - start))
      let got = memory.read(start, into: UnsafeMutableRawBufferPointer(rebasing: buffer[..<wanted]))
      // What isn't mapped is skipped page by page.
      if got == 0 {
        start = (start & ~4095) + 4096
        continue
      }
      for offset in stride(from: 0, to: got - 7, by: 8)
      where buffer.load(fromByteOffset: offset, as: UInt.self) == word {
        body(start + UInt(offset))
      }
      start += UInt(got)
    }
  }
}
