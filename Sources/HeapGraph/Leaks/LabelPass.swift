/// One thread's pass over a part of a labelled graph's blocks.
///
/// Its numbers for types and labels are its own. Invariant: the view of the blocks is valid as long
/// as it. Its blocks' numbers are those that no other pass writes at in `nodes`.
struct LabelPass: ~Copyable {
  /// What tells a label from others.
  struct Label: Hashable {
    var metadata: UInt
    var place: Int
    var code: UInt
  }

  /// What is noted of each node; `ends` counts this pass's edges.
  struct Nodes: Sendable {
    let count: Int
    let types: ZeroedBuffer<UInt32>
    let sizes: ZeroedBuffer<UInt32>
    let ends: ZeroedBuffer<UInt32>

    init(count: Int) {
      self.count = count
      types = ZeroedBuffer(count: count)
      sizes = ZeroedBuffer(count: count)
      ends = ZeroedBuffer(count: count)
    }
  }

  /// What a pass found, beside what it put into `nodes`.
  struct Findings {
    /// The first words of objects, by type.
    var words = Numbering<UInt>()
    var labels = Numbering<Label>()
    var edges: [LabelledGraph.Edge] = []
  }

  private let part: LiveBlocks.Part
  private let memory: ProcessMemory
  private let mallocBlock: UInt
  private var lookup: BlockLookup
  private let reader: ObjectReader
  private let nodes: Nodes
  private let hasEdges: Bool
  private var plans = SlotPlans()
  /// The label of each of the plans' places, if it is no closure's.
  private var labels: [UInt32] = []
  private var node: Int
  private var found = Findings()

  /// Prepares a pass over one part.
  init(
    _ part: LiveBlocks.Part, _ heap: FrozenHeap, lookup: BlockLookup, reader: ObjectReader,
    nodes: Nodes, hasEdges: Bool
  ) {
    self.part = part
    self.lookup = lookup
    self.reader = reader
    self.nodes = nodes
    self.hasEdges = hasEdges
    memory = heap.memory
    mallocBlock = heap.mallocBlock
    node = part.firstNode
    // For all threads' edges, as the first one's grow by those of the others.
    if hasEdges { found.edges.reserveCapacity(nodes.count) }
  }

  /// Reads the part.
  consuming func run() -> Findings {
    let stream = BlockStream(memory: memory)
    stream.forEachBlock(of: part, lookup.bits) { block, end, address in
      visit(block, end: end, address: address)
      nodes.ends[node] = UInt32(truncatingIfNeeded: found.edges.count)
      node &+= 1
    }
    return found
  }

  @inline(__always)
  private mutating func visit(_ block: UnsafeRawPointer, end: UnsafeRawPointer, address: UInt) {
    guard block + 16 <= end else {
      nodes.types[node] = found.words.number(of: 0)
      return
    }
    let size = MallocBlock.usableSize(header: (block - 8).loadUnaligned(as: UInt.self))
    nodes.sizes[node] = UInt32(truncatingIfNeeded: size)
    let first = block.loadUnaligned(as: UInt.self)
    let known = plans.known(first)
    let plan = known.metadata == first ? known : newPlan(first)
    nodes.types[node] = plan.number
    guard hasEdges, plan.action != .skip, Int(plan.instanceSize) <= size else { return }
    if plan.action == .plain, block + Int(plan.instanceSize) <= end {
      addPlaces(of: plan, at: block)
    } else if block + size <= end {
      readWhole(UnsafeRawBufferPointer(start: block, count: size), plan)
    } else if let copy = memory.copy(address, size: size) {
      copy.withUnsafeBytes { readWhole($0, plan) }
    }
  }

  @inline(never)
  private mutating func newPlan(_ first: UInt) -> SlotPlans.Plan {
    let plan = plans.add(first, shape(of: first), number: found.words.number(of: first))
    while labels.count < Int(plan.first + plan.count) {
      let place = Int(plans.places[labels.count].word)
      labels.append(found.labels.number(of: Label(metadata: first, place: place, code: 0)))
    }
    return plan
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
      var label = labels[index]
      if place.code != place.word {
        let code = base.loadUnaligned(fromByteOffset: Int(place.code), as: UInt.self)
        guard code > 0xfff else { continue }
        label = found.labels.number(
          of: Label(metadata: plan.metadata, place: Int(place.word), code: code))
      }
      add(word, label)
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
      guard let shape = shape(of: plan.metadata) else { return }
      var references: [FoundReference] = []
      reader.forEachReference(in: object, shape: shape) {
        if $0.strength == .strong { references.append($0) }
      }
      for reference in references {
        let label = Label(
          metadata: plan.metadata, place: Self.hash(reference.label), code: reference.code)
        add(reference.address, found.labels.number(of: label))
      }
    }
  }

  @inline(__always)
  private mutating func add(_ word: UInt, _ label: UInt32) {
    guard let address = ObjectReader.object(word, .strong),
      let target = lookup.index(of: address)
    else { return }
    found.edges.append(
      LabelledGraph.Edge(target: UInt32(truncatingIfNeeded: target), label: label))
  }

  /// A label's hash without what stands in brackets; the same in every run.
  private static func hash(_ label: String) -> Int {
    var hash = StableHash()
    var depth = 0
    for byte in label.utf8 {
      if byte == UInt8(ascii: "]") { depth -= 1 }
      if depth <= 0 { hash.add(byte) }
      if byte == UInt8(ascii: "[") { depth += 1 }
    }
    return Int(truncatingIfNeeded: hash.value)
  }
}
