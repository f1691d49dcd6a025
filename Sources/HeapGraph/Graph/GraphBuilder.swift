/// Builds the graph of strong references in one pass over the heap, in the order of addresses.
///
/// The heap is streamed through one buffer that is used again, so the pass needs room for the
/// graph and one buffer, not for a copy of the heap.
struct GraphBuilder {
  private let memory: ProcessMemory
  private let blocks: LiveBlocks
  private let reader: ObjectReader
  private let mallocBlock: UInt
  private let plans = SlotPlans()
  private var graph = ReferenceGraph()
  private var sideTables: [(table: UInt, node: UInt32)] = []

  private static let chunkSize = 1 << 20

  /// Makes a builder for the blocks of a frozen process.
  init(memory: ProcessMemory, blocks: LiveBlocks, reader: ObjectReader, mallocBlock: UInt) {
    self.memory = memory
    self.blocks = blocks
    self.reader = reader
    self.mallocBlock = mallocBlock
  }

  /// Reads the whole heap.
  consuming func build() -> ReferenceGraph {
    graph.traits = Array(repeating: [], count: blocks.count)
    graph.outside = Array(repeating: 0, count: blocks.count)
    graph.starts.reserveCapacity(blocks.count + 1)
    graph.targets.reserveCapacity(blocks.count)
    let chunk = UnsafeMutableRawBufferPointer.allocate(
      byteCount: Self.chunkSize + 64, alignment: 16)
    defer { chunk.deallocate() }
    blocks.withLookup { lookup in
      for region in lookup.regions { read(region, chunk: chunk, lookup: &lookup) }
    }
    readSideTables()
    return graph
  }

  private mutating func read(
    _ region: LiveBlocks.Region, chunk: UnsafeMutableRawBufferPointer, lookup: inout BlockLookup
  ) {
    var start = region.start
    while start < region.end {
      let words = Int(min(UInt(Self.chunkSize), region.end - start)) >> 10
      let firstWord = region.firstWord + Int((start - region.start) >> 10)
      // 16 bytes before the chunk as well: the first block's size stands there.
      let base = start >= 16 ? start - 16 : start
      var got = -1
      for word in 0..<words where lookup.bits[firstWord + word] != 0 {
        if got < 0 { got = fill(chunk, from: base, size: words << 10 + 16) }
        var bits = lookup.bits[firstWord + word]
        while bits != 0 {
          let address = start + UInt(word) << 10 + UInt(bits.trailingZeroBitCount) << 4
          bits &= bits &- 1
          visit(address, at: Int(address - base), in: chunk, filled: got, lookup: &lookup)
          graph.starts.append(UInt32(truncatingIfNeeded: graph.targets.count))
        }
      }
      start += UInt(words) << 10
    }
  }

  /// Fills the chunk; a region's first page may have nothing mapped before it.
  private func fill(_ chunk: UnsafeMutableRawBufferPointer, from base: UInt, size: Int) -> Int {
    let whole = UnsafeMutableRawBufferPointer(rebasing: chunk[..<size])
    let got = memory.read(base, into: whole)
    if got > 0 { return got }
    whole[..<16].initializeMemory(as: UInt8.self, repeating: 0)
    let rest = memory.read(base + 16, into: UnsafeMutableRawBufferPointer(rebasing: whole[16...]))
    return rest > 0 ? rest + 16 : 0
  }

  /// Looks at one block whose first byte lies at `offset` in the chunk.
  private mutating func visit(
    _ address: UInt, at offset: Int, in chunk: UnsafeMutableRawBufferPointer, filled: Int,
    lookup: inout BlockLookup
  ) {
    guard offset >= 16, offset + 16 <= filled, let base = chunk.baseAddress else { return }
    let size = MallocBlock.usableSize(
      header: chunk.loadUnaligned(fromByteOffset: offset - 8, as: UInt.self))
    guard size >= 16 else { return }
    let first = chunk.loadUnaligned(fromByteOffset: offset, as: UInt.self)
    guard first > 0xfff, first & 7 == 0, lookup.index(of: first) == nil else { return }
    let plan = plans.plan(for: first, shape: shape)
    guard plan.action != .skip, Int(plan.instanceSize) <= size else { return }
    let node = graph.starts.count - 1
    count(node, isBlock: first == mallocBlock, at: offset, in: chunk)
    guard !graph.traits[node].contains(.isDestroyed) else { return }

    if plan.action == .plain, offset + Int(plan.instanceSize) <= filled {
      for index in Int(plan.first)..<Int(plan.first + plan.count) {
        let place = plans.places[index]
        let word = chunk.loadUnaligned(fromByteOffset: offset + Int(place.word), as: UInt.self)
        guard word != 0 else { continue }
        let code = chunk.loadUnaligned(fromByteOffset: offset + Int(place.code), as: UInt.self)
        if code > 0xfff { add(word, lookup: &lookup) }
      }
      return
    }
    guard let shape = shape(of: first) else { return }
    if offset + size <= filled {
      let object = UnsafeRawBufferPointer(start: base + offset, count: size)
      visitSlowly(object, node, shape, lookup: &lookup)
    } else if let object = memory.copy(address, size: size) {
      object.withUnsafeBytes { visitSlowly($0, node, shape, lookup: &lookup) }
    }
  }

  private func shape(of word: UInt) -> ObjectShape? {
    word == mallocBlock ? .block : reader.shapes.shape(of: word)
  }

  private mutating func visitSlowly(
    _ object: UnsafeRawBufferPointer, _ node: Int, _ shape: ObjectShape, lookup: inout BlockLookup
  ) {
    if shape.kind == .task, !TaskLayout.isFinished(object) {
      graph.traits[node].insert(.isRunning)
    }
    var found: [UInt] = []
    reader.forEachReference(in: object, shape: shape) { reference in
      if reference.strength == .strong { found.append(reference.address) }
    }
    for word in found { add(word, lookup: &lookup) }
  }

  @inline(__always)
  private mutating func add(_ word: UInt, lookup: inout BlockLookup) {
    guard let address = ObjectReader.object(word, .strong),
      let target = lookup.index(of: address)
    else { return }
    graph.targets.append(UInt32(truncatingIfNeeded: target))
    graph.outside[target] -= 1
  }

  // MARK: - Counts

  private mutating func count(
    _ node: Int, isBlock: Bool, at offset: Int, in chunk: UnsafeMutableRawBufferPointer
  ) {
    let word = chunk.loadUnaligned(fromByteOffset: offset + 8, as: UInt.self)
    if isBlock {
      graph.traits[node].insert(.isCounted)
      graph.outside[node] += Int32((word & 0xfffe) >> 1)
      return
    }
    switch RetainCount(word: word) {
    case .inSideTable(let table):
      sideTables.append((table, UInt32(truncatingIfNeeded: node)))
      graph.traits[node].insert(.isCounted)
    case let count:
      apply(count, to: node)
    }
  }

  private mutating func apply(_ count: RetainCount, to node: Int) {
    graph.traits[node].insert(.isCounted)
    switch count {
    case .immortal: graph.traits[node].insert(.isImmortal)
    case .counted(let strong, let isDestroyed):
      if isDestroyed { graph.traits[node].insert(.isDestroyed) }
      graph.outside[node] += Int32(truncatingIfNeeded: strong)
    case .inSideTable: break
    }
  }

  /// Reads the counts of objects that were weakly referenced, in the order of addresses.
  private mutating func readSideTables() {
    sideTables.sort { $0.table < $1.table }
    let window = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { window.deallocate() }
    var start: UInt = 0
    var filled = 0
    for (table, node) in sideTables {
      if table < start || table + 24 > start + UInt(filled) {
        start = table
        filled = memory.read(table, into: window)
      }
      guard filled >= 24, table + 24 <= start + UInt(filled) else { continue }
      let word = window.loadUnaligned(fromByteOffset: Int(table - start) + 16, as: UInt.self)
      let count = RetainCount(word: word)
      apply(count, to: Int(node))
      if case .counted(_, isDestroyed: true) = count { forgetReferences(of: Int(node)) }
    }
  }

  /// Takes back what was read from an object that turned out to be being destroyed.
  private mutating func forgetReferences(of node: Int) {
    for edge in Int(graph.starts[node])..<Int(graph.starts[node + 1]) {
      graph.outside[Int(graph.targets[edge])] += 1
    }
  }
}

extension ObjectShape {
  /// The shape of all blocks on the heap; what they hold is told by their descriptors.
  static let block = ObjectShape(kind: .block, name: "block", instanceSize: 32, slots: [])
}
