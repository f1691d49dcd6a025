/// One thread's pass over a part of the heap: what each block in it is and what it refers to.
///
/// Invariant: the view of the blocks and the buffers are valid as long as it. Its blocks' numbers
/// are those that no other pass writes at in `traits` and `tally`.
struct HeapPass: ~Copyable {
  private let part: LiveBlocks.Part
  private let memory: ProcessMemory
  private var lookup: BlockLookup
  private let reader: ObjectReader
  private let mallocBlock: UInt
  private var plans = SlotPlans()
  private let traits: UnsafeMutableBufferPointer<ReferenceGraph.Traits>
  private var tally: SmallCounts.Tally
  private var writer: ReferenceLists.Writer
  private var node: Int
  private var sideTables: [(table: UInt, node: Int)] = []

  /// Prepares a pass over one part.
  init(
    _ part: LiveBlocks.Part, memory: ProcessMemory, lookup: BlockLookup, reader: ObjectReader,
    mallocBlock: UInt, traits: UnsafeMutableBufferPointer<ReferenceGraph.Traits>,
    tally: SmallCounts.Tally
  ) {
    self.part = part
    self.memory = memory
    self.lookup = lookup
    self.reader = reader
    self.mallocBlock = mallocBlock
    self.traits = traits
    self.tally = tally
    node = part.firstNode
    writer = ReferenceLists.Writer(firstNode: part.firstNode)
  }

  /// What a pass found, beside what it put into `traits`.
  struct Findings {
    let references: ReferenceLists.Written
    let tally: SmallCounts.Tally
  }

  /// Reads the part.
  consuming func run() -> Findings {
    let stream = BlockStream(memory: memory)
    stream.forEachBlock(of: part, lookup.bits) { block, end, address in
      writer.open()
      visit(block, end: end, address: address)
      writer.close()
      node &+= 1
    }
    readSideTables()
    let tally = tally
    return Findings(references: ReferenceLists.Written(writer), tally: tally)
  }

  // MARK: - One block

  /// Looks at the block at `block`, whose bytes are there up to `end` at most.
  @inline(__always)
  private mutating func visit(_ block: UnsafeRawPointer, end: UnsafeRawPointer, address: UInt) {
    guard block + 16 <= end else { return }
    let size = MallocBlock.usableSize(header: (block - 8).loadUnaligned(as: UInt.self))
    guard size >= 16 else { return }
    let first = block.loadUnaligned(as: UInt.self)
    let known = plans.known(first)
    let plan = known.metadata == first ? known : newPlan(first)
    guard plan.action != .skip, Int(plan.instanceSize) <= size else { return }
    guard count(block, isBlock: first == mallocBlock) else { return }
    if plan.action == .plain, block + Int(plan.instanceSize) <= end {
      addPlaces(of: plan, at: block)
    } else if block + size <= end {
      readWhole(UnsafeRawBufferPointer(start: block, count: size), plan)
    } else if let copy = memory.copy(address, size: size) {
      copy.withUnsafeBytes { readWhole($0, plan) }
    }
  }

  /// Makes the plan for a word that isn't in the table; what is no metadata stays out of it.
  @inline(never)
  private mutating func newPlan(_ first: UInt) -> SlotPlans.Plan {
    guard first > 0xfff, first & 7 == 0, lookup.index(of: first) == nil else { return .skip }
    return plans.add(first, shape(of: first))
  }

  private func shape(of word: UInt) -> ObjectShape? {
    word == mallocBlock ? .block : reader.shapes.shape(of: word)
  }

  @inline(__always)
  private mutating func addPlaces(of plan: SlotPlans.Plan, at base: UnsafeRawPointer) {
    for index in Int(plan.first)..<Int(plan.first &+ plan.count) {
      let place = plans.places[index]
      let word = base.loadUnaligned(fromByteOffset: Int(place.word), as: UInt.self)
      guard word != 0 else { continue }
      let code = base.loadUnaligned(fromByteOffset: Int(place.code), as: UInt.self)
      if code > 0xfff { add(word) }
    }
  }

  /// Reads an object that has to be there whole.
  @inline(never)
  private mutating func readWhole(_ object: UnsafeRawBufferPointer, _ plan: SlotPlans.Plan) {
    guard let base = object.baseAddress else { return }
    switch plan.action {
    case .skip: break
    case .plain: addPlaces(of: plan, at: base)
    case .elements:
      for offset in plan.elementOffsets(in: object) { addPlaces(of: plan, at: base + offset) }
    case .ask:
      guard let shape = shape(of: object.loadUnaligned(as: UInt.self)) else { return }
      if shape.kind == .task, !TaskLayout.isFinished(object) { traits[node].insert(.isRunning) }
      var found: [UInt] = []
      reader.forEachReference(in: object, shape: shape) { reference in
        if reference.strength == .strong { found.append(reference.address) }
      }
      for address in found { add(address) }
    }
  }

  @inline(__always)
  private mutating func add(_ word: UInt) {
    guard let address = ObjectReader.object(word, .strong),
      let target = lookup.index(of: address)
    else { return }
    writer.add(target)
  }

  // MARK: - Counts

  /// Notes the retain count of the object at `block`; tells whether its references count.
  @inline(__always)
  private mutating func count(_ block: UnsafeRawPointer, isBlock: Bool) -> Bool {
    let word = block.loadUnaligned(fromByteOffset: 8, as: UInt.self)
    if isBlock {
      traits[node] = .isCounted
      tally.add(Int(word & 0xfffe) >> 1, to: node)
      return true
    }
    guard let count = RetainCount(word: word) else { return false }
    return apply(count, to: node)
  }

  @inline(__always)
  private mutating func apply(_ count: RetainCount, to node: Int) -> Bool {
    switch count {
    case .counted(let strong, isDestroyed: false):
      traits[node].insert(.isCounted)
      tally.add(strong, to: node)
      return true
    case .counted(let strong, isDestroyed: true):
      traits[node].formUnion([.isCounted, .isDestroyed])
      tally.add(strong, to: node)
      return false
    case .immortal: traits[node].formUnion([.isCounted, .isImmortal])
    case .inSideTable(let table):
      traits[node].insert(.isCounted)
      sideTables.append((table, node))
    }
    return true
  }

  /// Reads the counts of objects that were weakly referenced, in the order of addresses.
  private mutating func readSideTables() {
    let tables = sideTables.sorted { $0.table < $1.table }
    let window = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { window.deallocate() }
    var start: UInt = 0
    var filled = 0
    for (table, node) in tables {
      if table < start || table + 24 > start + UInt(filled) {
        start = table
        filled = memory.read(table, into: window)
      }
      guard filled >= 24, table + 24 <= start + UInt(filled) else { continue }
      let word = window.loadUnaligned(fromByteOffset: Int(table - start) + 16, as: UInt.self)
      guard let count = RetainCount(word: word) else { continue }
      if case .inSideTable = count { continue }
      _ = apply(count, to: node)
    }
  }
}

extension ObjectShape {
  /// The shape of all blocks on the heap; what they hold is told by their descriptors.
  static let block = ObjectShape(kind: .block, name: "block", instanceSize: 32, slots: [])
}
