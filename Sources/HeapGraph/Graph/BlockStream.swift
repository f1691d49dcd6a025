/// Blocks in the order of their addresses, copied chunk by chunk into one buffer that is used again.
///
/// Invariant: the buffer is the stream's own, freed in deinit; a block that it calls back with is
/// valid until the callback returns.
struct BlockStream: ~Copyable {
  private let memory: ProcessMemory
  // A page before a chunk as well: the first block's size stands there.
  private let chunk = UnsafeMutableRawBufferPointer.allocate(
    byteCount: page + chunkSize, alignment: page)

  private static let chunkSize = 1 << 18
  private static let page = 1 << 12

  /// Prepares to read some memory.
  init(memory: ProcessMemory) {
    self.memory = memory
  }

  deinit {
    chunk.deallocate()
  }

  /// Calls back with each block of a part, the end of what is there of it, and its address.
  ///
  /// A block may go on behind that end. The word before the block can be read as well.
  @inline(__always)
  func forEachBlock(
    of part: LiveBlocks.Part, _ bits: UnsafeBufferPointer<UInt64>,
    _ body: (_ block: UnsafeRawPointer, _ end: UnsafeRawPointer, _ address: UInt) -> Void
  ) {
    guard let base = UnsafeRawPointer(chunk.baseAddress) else { return }
    for region in part.regions {
      var start = region.start
      var firstWord = region.firstWord
      while start < region.end {
        let words = Int(min(UInt(Self.chunkSize), region.end - start)) >> 10
        var end: UnsafeRawPointer?
        for word in 0..<words {
          var rest = bits[firstWord + word]
          guard rest != 0 else { continue }
          // Chunks without blocks are never read.
          if end == nil { end = base + fill(start, size: words << 10) }
          while rest != 0, let end {
            let offset = word << 10 + rest.trailingZeroBitCount << 4
            rest &= rest &- 1
            body(base + Self.page + offset, end, start + UInt(offset))
          }
        }
        start += UInt(words) << 10
        firstWord += words
      }
    }
  }

  /// Fills the chunk with what lies at an address and a page before it; returns where it ends.
  ///
  /// From the beginning of a page, because the kernel copies 4 KiB at a time from where it is asked
  /// to begin: from the middle of a page it would look up two pages for each.
  private func fill(_ start: UInt, size: Int) -> Int {
    let before = Self.page - Int(start % UInt(Self.page))
    let from = Self.page - before
    let whole = UnsafeMutableRawBufferPointer(rebasing: chunk[from..<(Self.page + size)])
    let got = memory.read(start - UInt(before), into: whole)
    if got > 0 { return from + got }
    // A region's first page may have nothing mapped before it.
    chunk[..<Self.page].initializeMemory(as: UInt8.self, repeating: 0)
    let rest = UnsafeMutableRawBufferPointer(rebasing: chunk[Self.page..<(Self.page + size)])
    return Self.page + memory.read(start, into: rest)
  }
}
