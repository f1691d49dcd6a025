import CHeapLedger

/// The blocks that anything still mentions: every word that might be an address is taken for one.
///
/// The opposite of counting, and used only where counting can't tell: whether something, of
/// whatever kind, could still come upon a suspended task. It begins at all memory that no malloc
/// block is part of (variables, stacks, what C code mapped for itself) and at tasks that run or
/// are queued, and follows every word in each block found, also one that leads into the middle of
/// a block, or is stored inverted, as libdispatch does. A weak reference's side table is not
/// followed. So a stale word makes it find too much, and nothing that is still mentioned is missed.
/// One stack is the exception, that of a thread which is in exit(): nothing on it is used again, so
/// there a word counts only where an object's retain count has room for it.
/// Cost: every word of the heap once, and a copy of the heap.
struct MentionedBlocks {
  private let heap: FrozenHeap
  private var addresses: [UInt] = []
  private var sizes: [UInt32] = []
  private var isSideTable: [Bool]
  /// Whether each block was found.
  private(set) var isMentioned: [Bool]
  private var pending: [UInt32] = []
  private let copies: [HeapCopy]
  private let suspended: [Int]

  /// Looks through a heap.
  ///
  /// - Parameters:
  ///   - heap: the heap.
  ///   - origins: nodes to begin with, beside all other memory.
  ///   - suspended: the tasks that are asked about.
  ///   - stackPointers: how deep stacks are in use; what lies below is left over from calls that
  ///     have returned. A stack that isn't known of is looked through whole.
  ///   - exitingStack: an address on the stack of a thread that is in exit().
  init(
    heap: FrozenHeap, origins: [Int], suspended: [Int], stackPointers: [UInt], exitingStack: UInt?
  ) {
    self.heap = heap
    self.suspended = suspended
    let count = heap.graph.count
    isMentioned = Array(repeating: false, count: count)
    isSideTable = Array(repeating: false, count: count)
    copies = heap.blocks.regions.map { HeapCopy($0.start..<$0.end, of: heap.memory) }
    addresses.reserveCapacity(count)
    sizes.reserveCapacity(count)
    heap.blocks.forEachAddress { addresses.append($0) }
    var extents = Extents()
    for address in addresses {
      let header = word(at: address &- 8) ?? 0
      let size = MallocBlock.usableSize(header: header)
      sizes.append(UInt32(truncatingIfNeeded: min(size, Int(UInt32.max))))
      extents.add(block: address, header: header, size: size, memory: heap.memory)
    }
    for pointer in stackPointers {
      guard let stack = heap.map.range(containing: pointer) else { continue }
      extents.add(stack.start..<pointer)
    }
    noteSideTables()
    for origin in origins { mark(origin) }
    scanOtherMemory(besides: extents, exiting: exitingStack)
    follow()
  }

  /// The blocks that can be reached from one, of those that nothing else mentions.
  func hanging(on node: Int) -> [Int] {
    var found = [node]
    var seen: Set<Int> = [node]
    var position = 0
    while position < found.count {
      let current = found[position]
      position += 1
      guard !isSideTable[current] else { continue }
      forEachWord(of: current) { word in
        for value in [word, ~word] {
          if let next = self.node(containing: value & Self.addressBits), !isMentioned[next],
            seen.insert(next).inserted
          {
            found.append(next)
          }
        }
      }
    }
    return found
  }

  private static let addressBits: UInt = 0x7fff_ffff_ffff

  private func copy(holding address: UInt) -> HeapCopy? {
    var (low, high) = (0, copies.count)
    while low < high {
      let middle = (low + high) / 2
      if copies[middle].range.upperBound <= address { low = middle + 1 } else { high = middle }
    }
    guard low < copies.count, copies[low].range.lowerBound <= address else { return nil }
    return copies[low]
  }

  private func word(at address: UInt) -> UInt? {
    copy(holding: address)?.word(at: address) ?? heap.memory.word(at: address)
  }

  /// The block that an address lies in, by bisection.
  ///
  /// A block's last word is the header of the next one while that is free, and so what glibc's own
  /// lists lead to.
  private func node(containing address: UInt) -> Int? {
    guard address > 0xffff, let first = addresses.first, address >= first,
      copy(holding: address) != nil
    else { return nil }
    var (low, high) = (0, addresses.count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if addresses[middle] <= address { low = middle } else { high = middle }
    }
    return address < addresses[low] + UInt(max(sizes[low], 16) - 8) ? low : nil
  }

  /// Calls back with the words of a block, but for those that are known to refer to nothing: an
  /// object's identifier as a key.
  private func forEachWord(of node: Int, _ body: (UInt) -> Void) {
    let address = addresses[node]
    guard let copy = copy(holding: address) else { return }
    let end = address + UInt(sizes[node] & ~7)
    if heap.graph.traits[node].contains(.isCounted) {
      if let type = copy.word(at: address), isKeyedByIdentifier(type),
        let keys = copy.word(at: address + 48), let values = copy.word(at: address + 56),
        address < keys, keys < values, values < end
      {
        copy.forEachWord(in: address..<keys, body)
        copy.forEachWord(in: values..<end, body)
        return
      }
    }
    copy.forEachWord(in: address..<end, body)
  }

  private func isKeyedByIdentifier(_ type: UInt) -> Bool {
    heap.reader.shapes.shape(of: type)?.name.hasPrefix("_DictionaryStorage<ObjectIdentifier,")
      ?? false
  }

  /// Whether a block may be one of the continuations that libdispatch keeps for each thread's next
  /// use, in a list that begins in the thread's own variables.
  ///
  /// One in use looks the same, so this is asked only of what such a variable leads to. Layout of
  /// libdispatch on Linux: 72 usable bytes, at +8 how many there are from here on, at +16 the next.
  private func mayBeSpareContinuation(_ node: Int) -> Bool {
    let address = addresses[node]
    guard sizes[node] == 72, let count = word(at: address + 8), 1...4096 ~= count & 0xffff_ffff,
      let next = word(at: address + 16)
    else { return false }
    if count & 0xffff_ffff == 1 { return next == 0 }
    guard let other = heap.blocks.index(of: next), sizes[other] == 72 else { return false }
    return word(at: next + 8).map { $0 & 0xffff_ffff } == (count & 0xffff_ffff) - 1
  }

  /// An object's weak references lead through a block of their own, which leads back to it.
  private mutating func noteSideTables() {
    for node in addresses.indices where heap.graph.traits[node].contains(.isCounted) {
      guard let word = word(at: addresses[node] + 8),
        case .inSideTable(let table)? = RetainCount(word: word),
        let block = heap.blocks.index(of: table)
      else { continue }
      isSideTable[block] = true
    }
  }

  private mutating func mark(_ node: Int) {
    if isMentioned[node] { return }
    isMentioned[node] = true
    if !isSideTable[node] { pending.append(UInt32(truncatingIfNeeded: node)) }
  }

  private mutating func note(_ word: UInt) {
    // Small numbers and their inversions are most of all words.
    if word &+ 0x10000 < 0x20000 { return }
    if let node = node(containing: word & Self.addressBits) { mark(node) }
    if let node = node(containing: ~word & Self.addressBits) { mark(node) }
  }

  /// Takes a word from a thread's own memory for a reference, unless it leads to spare parts.
  private mutating func noteOfThread(_ word: UInt) {
    if let node = heap.blocks.index(of: word), mayBeSpareContinuation(node) { return }
    note(word)
  }

  /// Takes a word for a reference only if the object's count says that it may be one.
  private mutating func noteIfOwned(_ word: UInt) {
    if word &+ 0x10000 < 0x20000 { return }
    guard let node = node(containing: word & Self.addressBits) else { return }
    let traits = heap.graph.traits[node]
    if mayBeSpareContinuation(node) { return }
    if !traits.contains(.isCounted) || heap.graph.outside[node] > heldByTasks(node) { mark(node) }
  }

  /// How many of an object's references the suspended tasks are likely to have in their frames.
  private func heldByTasks(_ node: Int) -> Int {
    // A task that isn't finished holds itself.
    let own = heap.graph.traits[node].contains(.isRunning) ? 1 : 0
    let frames = TaskFrames(heap: heap)
    return own + suspended.count { frames.frames(of: $0, contain: addresses[node]) }
  }

  private mutating func follow() {
    while let node = pending.popLast() {
      var words: [UInt] = []
      forEachWord(of: Int(node)) { if $0 &+ 0x10000 >= 0x20000 { words.append($0) } }
      for word in words { note(word) }
    }
  }

  /// Everything that is mapped for writing and is no part of malloc's heap, nor of the ledger.
  private mutating func scanOtherMemory(besides extents: Extents, exiting: UInt?) {
    let ledger = Extents.ofLedger(memory: heap.memory)
    let deadStacks = DeadStacks(memory: heap.memory)
    let window = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { window.deallocate() }
    for range in heap.map.ranges where range.isReadable && range.isWritable {
      if range.name == "[heap]" || deadStacks.contains(range) { continue }
      let isVariables =
        range.isFile
        || heap.images.images.contains { image in
          image.writable.contains { $0.overlaps(range.start..<range.end) }
        }
      let isExiting = exiting.map { range.start <= $0 && $0 < range.end } ?? false
      for part in extents.rest(of: range.start..<range.end) {
        for part in ledger.rest(of: part) {
          var address = part.lowerBound & ~7
          while address < part.upperBound {
            let size = min(window.count, Int(part.upperBound - address))
            let got = heap.memory.read(
              address, into: UnsafeMutableRawBufferPointer(rebasing: window[..<size]))
            guard got > 0 else {
              address = (address & ~4095) + 4096
              continue
            }
            for offset in stride(from: 0, to: got & ~7, by: 8) {
              let word = window.load(fromByteOffset: offset, as: UInt.self)
              if isExiting {
                noteIfOwned(word)
              } else if isVariables {
                note(word)
              } else {
                noteOfThread(word)
              }
            }
            address += UInt(got & ~7)
            if got < 8 { break }
          }
        }
      }
    }
  }
}

/// A stretch of the heap, copied whole.
///
/// Invariant: the buffer is this object's own, as long as the range, freed in deinit.
private final class HeapCopy: Sendable {
  let range: Range<UInt>
  nonisolated(unsafe) private let bytes: UnsafeMutableRawBufferPointer

  init(_ range: Range<UInt>, of memory: ProcessMemory) {
    self.range = range
    bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: range.count, alignment: 16)
    var done = 0
    while done < bytes.count {
      let got = memory.read(
        range.lowerBound + UInt(done),
        into: UnsafeMutableRawBufferPointer(rebasing: bytes[done...]))
      if got > 0 {
        done += got
      } else {
        let rest = min(bytes.count - done, 4096)
        bytes[done..<done + rest].initializeMemory(as: UInt8.self, repeating: 0)
        done += rest
      }
    }
  }

  deinit {
    bytes.deallocate()
  }

  func word(at address: UInt) -> UInt? {
    guard address >= range.lowerBound, address + 8 <= range.upperBound else { return nil }
    return bytes.loadUnaligned(fromByteOffset: Int(address - range.lowerBound), as: UInt.self)
  }

  func forEachWord(in part: Range<UInt>, _ body: (UInt) -> Void) {
    guard part.lowerBound >= range.lowerBound else { return }
    let start = Int(part.lowerBound - range.lowerBound)
    let end = min(Int(part.upperBound - range.lowerBound), bytes.count) - 8
    var offset = start
    while offset <= end {
      body(bytes.load(fromByteOffset: offset, as: UInt.self))
      offset += 8
    }
  }
}

/// Stretches of memory, to be left out of others.
private struct Extents {
  private var ranges: [Range<UInt>] = []
  private var arenas: Set<UInt> = []

  /// What glibc gives a thread's arena at a time, and aligns it to.
  private static let arenaSize: UInt = 64 << 20

  /// Notes the part of malloc's heap that a block lies in.
  ///
  /// glibc marks in the word before a block whether it was mapped on its own (2) or belongs to a
  /// thread's arena (4), whose part begins with its size at +16.
  mutating func add(block: UInt, header: UInt, size: Int, memory: ProcessMemory) {
    if header & 2 != 0 {
      ranges.append(block &- 16..<block &+ UInt(size))
    } else if header & 4 != 0, arenas.insert(block & ~(Self.arenaSize - 1)).inserted {
      let start = block & ~(Self.arenaSize - 1)
      if let length = memory.word(at: start + 16), length <= Self.arenaSize, length > 0 {
        ranges.append(start..<start + length)
      }
    }
  }

  /// Notes a stretch.
  mutating func add(_ range: Range<UInt>) { ranges.append(range) }

  /// The ledger's own leaves.
  static func ofLedger(memory: ProcessMemory) -> Extents {
    var extents = Extents()
    let size = UInt(1) << UInt(CHL_LEAF_SHIFT - CHL_CELL_SHIFT)
    let top = UInt(bitPattern: chl_top_table())
    // CHL_LEAF_COUNT, an expression that is not imported.
    let count = 1 << (47 - Int(CHL_LEAF_SHIFT))
    let leaves = memory.words(at: top, count: count) ?? []
    for leaf in leaves where leaf != 0 { extents.ranges.append(leaf..<leaf + size) }
    extents.ranges.append(top..<top + UInt(count) * 8)
    return extents
  }

  /// What of a stretch none of these covers.
  func rest(of whole: Range<UInt>) -> [Range<UInt>] {
    var rest: [Range<UInt>] = []
    var start = whole.lowerBound
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound })
    where range.upperBound > whole.lowerBound && range.lowerBound < whole.upperBound {
      if range.lowerBound > start { rest.append(start..<range.lowerBound) }
      start = max(start, range.upperBound)
    }
    if start < whole.upperBound { rest.append(start..<whole.upperBound) }
    return rest
  }
}
