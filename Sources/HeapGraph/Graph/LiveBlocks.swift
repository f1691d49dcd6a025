import CHeapLedger

/// The live malloc blocks of a frozen process, numbered in the order of their addresses.
///
/// Built from the ledger's byte map as it stands in the frozen memory. A block's number is how
/// many blocks begin before it, so a number costs no memory of its own: one bit for 16 bytes of
/// heap and one count for 1,024 (two per mille of the heap in all).
struct LiveBlocks: Sendable {
  /// A stretch of heap without holes in the address space.
  struct Region: Sendable {
    let start: UInt
    let end: UInt
    /// Where its bits begin in `bits`, one word for 1,024 bytes of heap.
    let firstWord: Int
  }

  private(set) var regions: [Region] = []
  private(set) var count = 0
  private var bits: [UInt64] = []
  private var ranks: [UInt32] = []

  /// No blocks.
  init() {}

  /// Reads the ledger's map of everything that is mapped for reading and writing.
  init(memory: ProcessMemory, map: MemoryMap) throws(SnapshotError) {
    guard let top = chl_top_table() else { throw .unsupportedPlatform }
    let topAddress = UInt(bitPattern: top)
    let candidates = map.ranges.filter { $0.isWritable && $0.isReadable && !$0.isFile }
    var pieces: [(range: Range<UInt>, leaf: UInt)] = []
    for range in candidates {
      var start = range.start
      while start < range.end {
        let end = min(range.end, (start >> UInt(CHL_LEAF_SHIFT) + 1) << UInt(CHL_LEAF_SHIFT))
        let leaf = memory.word(at: topAddress + (start >> UInt(CHL_LEAF_SHIFT)) * 8) ?? 0
        if leaf != 0 { pieces.append((start..<end, leaf)) }
        start = end
      }
    }
    let leaves = Set(pieces.map(\.leaf)).sorted()
    for (range, leaf) in pieces {
      for part in Self.outside(leaves, of: range) {
        append(
          part.lowerBound & ~1023, (part.upperBound + 1023) & ~1023, leaf: leaf, memory: memory)
      }
    }
    regions.sort { $0.start < $1.start }
    number()
  }

  /// The parts of a range that are not the ledger's own memory, which is large and holds no blocks.
  private static func outside(_ leaves: [UInt], of range: Range<UInt>) -> [Range<UInt>] {
    var parts: [Range<UInt>] = []
    var start = range.lowerBound
    for leaf in leaves {
      let end = leaf + 1 << UInt(CHL_LEAF_SHIFT - CHL_CELL_SHIFT)
      guard end > start, leaf < range.upperBound else { continue }
      if leaf > start { parts.append(start..<leaf) }
      start = end
    }
    if start < range.upperBound { parts.append(start..<range.upperBound) }
    return parts
  }

  /// Turns one leaf's bytes for a stretch of heap into bits, and keeps the stretch if any is set.
  private mutating func append(_ start: UInt, _ end: UInt, leaf: UInt, memory: ProcessMemory) {
    let within = start & ((1 << UInt(CHL_LEAF_SHIFT)) - 1)
    let cells = Int((end - start) >> UInt(CHL_CELL_SHIFT))
    let firstWord = bits.count
    let chunk = 1 << 16
    var isEmpty = true
    withUnsafeTemporaryAllocation(byteCount: chunk, alignment: 16) { buffer in
      withUnsafeTemporaryAllocation(of: UInt64.self, capacity: chunk / 32) { packed in
        guard let source = buffer.baseAddress, let words = packed.baseAddress else { return }
        var done = 0
        while done < cells {
          let size = min(chunk, cells - done)
          let slice = UnsafeMutableRawBufferPointer(rebasing: buffer[..<size])
          let got = memory.read(leaf + (within >> UInt(CHL_CELL_SHIFT)) + UInt(done), into: slice)
          if got < size { slice[got...].initializeMemory(as: UInt8.self, repeating: 0) }
          if chl_pack(source.assumingMemoryBound(to: UInt8.self), size, words) { isEmpty = false }
          bits.append(contentsOf: UnsafeBufferPointer(start: words, count: size / 32))
          done += size
        }
      }
    }
    if isEmpty {
      bits.removeSubrange(firstWord...)
    } else {
      regions.append(Region(start: start, end: end, firstWord: firstWord))
    }
  }

  /// Counts the blocks before each word, region by region in the order of addresses.
  private mutating func number() {
    ranks = Array(repeating: 0, count: bits.count)
    var total: UInt32 = 0
    for region in regions {
      let words = Int((region.end - region.start) >> 10)
      for word in region.firstWord..<region.firstWord + words {
        ranks[word] = total
        total += UInt32(bits[word].nonzeroBitCount)
      }
    }
    count = Int(total)
  }

  /// The number of the block that begins at an address, or nil if none does.
  func index(of address: UInt) -> Int? {
    withLookup { $0.index(of: address) }
  }

  /// The address of a block, by its number.
  func address(of index: Int) -> UInt {
    // Regions are numbered in turn, so the last one that doesn't begin behind the index has it.
    var low = 0
    var high = regions.count
    while low + 1 < high {
      let middle = (low + high) / 2
      if ranks[regions[middle].firstWord] <= index { low = middle } else { high = middle }
    }
    let region = regions[low]
    var first = region.firstWord
    var last = first + Int((region.end - region.start) >> 10)
    while first + 1 < last {
      let middle = (first + last) / 2
      if ranks[middle] <= index { first = middle } else { last = middle }
    }
    var word = bits[first]
    for _ in 0..<(index - Int(ranks[first])) { word &= word &- 1 }
    return region.start + UInt(first - region.firstWord) << 10
      + UInt(word.trailingZeroBitCount) << 4
  }

  /// Some stretches of heap, and the number of their first block.
  struct Part {
    var firstNode: Int
    var regions: [Region]
  }

  /// The same stretches of heap with some of the blocks only, which are numbered anew.
  ///
  /// - Parameter isWanted: Tells by a block's number here whether it is one of them.
  /// - Returns: Those blocks.
  func filtered(_ isWanted: (Int) -> Bool) -> LiveBlocks {
    var filtered = self
    var node = 0
    for region in regions {
      for word in region.firstWord..<region.firstWord + Int((region.end - region.start) >> 10) {
        var rest = bits[word]
        var kept = rest
        while rest != 0 {
          if !isWanted(node) { kept &= ~(rest & ~(rest &- 1)) }
          rest &= rest &- 1
          node += 1
        }
        filtered.bits[word] = kept
      }
    }
    filtered.number()
    return filtered
  }

  /// Calls back with the address of every block, in order.
  func forEachAddress(_ body: (UInt) -> Void) {
    for region in regions {
      for word in 0..<Int((region.end - region.start) >> 10) {
        var rest = bits[region.firstWord + word]
        while rest != 0 {
          body(region.start + UInt(word) << 10 + UInt(rest.trailingZeroBitCount) << 4)
          rest &= rest &- 1
        }
      }
    }
  }

  /// Cuts the heap into parts of about as many blocks, in the order of addresses.
  func parts(_ number: Int) -> [Part] {
    var parts = [Part(firstNode: 0, regions: [])]
    for region in regions {
      var start = region.start
      var firstWord = region.firstWord
      let endWord = firstWord + Int((region.end - region.start) >> 10)
      for word in firstWord + 1..<max(firstWord + 1, endWord) where parts.count < number {
        let rank = Int(ranks[word])
        guard rank >= count * parts.count / number else { continue }
        let cut = start + UInt(word - firstWord) << 10
        parts[parts.count - 1].regions.append(
          Region(start: start, end: cut, firstWord: firstWord))
        parts.append(Part(firstNode: rank, regions: []))
        start = cut
        firstWord = word
      }
      parts[parts.count - 1].regions.append(
        Region(start: start, end: region.end, firstWord: firstWord))
    }
    return parts
  }

  /// Calls back with a view for many look-ups in a row; don't let it escape.
  func withLookup<Result>(_ body: (inout BlockLookup) -> Result) -> Result {
    regions.withUnsafeBufferPointer { regions in
      bits.withUnsafeBufferPointer { bits in
        ranks.withUnsafeBufferPointer { ranks in
          var lookup = BlockLookup(regions: regions, bits: bits, ranks: ranks)
          return body(&lookup)
        }
      }
    }
  }
}

/// A view of live blocks that remembers where it found the last one.
///
/// Invariant: valid only inside `LiveBlocks.withLookup`. Indices into the buffers come from region
/// bounds, which the builder made to fit.
struct BlockLookup {
  let regions: UnsafeBufferPointer<LiveBlocks.Region>
  let bits: UnsafeBufferPointer<UInt64>
  let ranks: UnsafeBufferPointer<UInt32>
  private var lastStart: UInt = 1
  private var lastEnd: UInt = 0
  private var lastFirstWord = 0

  fileprivate init(
    regions: UnsafeBufferPointer<LiveBlocks.Region>, bits: UnsafeBufferPointer<UInt64>,
    ranks: UnsafeBufferPointer<UInt32>
  ) {
    self.regions = regions
    self.bits = bits
    self.ranks = ranks
  }

  /// The number of the block that begins at an address, or nil if none does.
  @inline(__always)
  mutating func index(of address: UInt) -> Int? {
    if address < lastStart || address >= lastEnd {
      guard find(address) else { return nil }
    }
    guard address & 15 == 0 else { return nil }
    let distance = address &- lastStart
    let word = lastFirstWord &+ Int(distance >> 10)
    let bit = (distance >> 4) & 63
    let bits = bits[word]
    guard (bits >> bit) & 1 != 0 else { return nil }
    return Int(ranks[word]) &+ (bits & ((1 << bit) &- 1)).nonzeroBitCount
  }

  private mutating func find(_ address: UInt) -> Bool {
    var low = 0
    var high = regions.count
    while low < high {
      let middle = (low + high) / 2
      if regions[middle].end <= address { low = middle + 1 } else { high = middle }
    }
    guard low < regions.count, regions[low].start <= address else { return false }
    lastStart = regions[low].start
    lastEnd = regions[low].end
    lastFirstWord = regions[low].firstWord
    return true
  }
}
