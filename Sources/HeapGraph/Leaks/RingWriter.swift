/// Draws one ring for each kind.
struct RingWriter {
  private let heap: FrozenHeap
  private let graph: LabelledGraph
  private let components: StrongComponents
  private let isUserCode: [Bool]
  private var writer: ChainWriter
  private var came: [UInt32]

  /// How many objects of a ring are drawn.
  private static let objectsDrawn = 48
  /// How many steps are written one by one.
  private static let stepsWritten = 8
  /// How far a way back is looked for.
  private static let reach = 1_000_000

  /// Makes a writer for the rings of a labelled graph.
  init(heap: FrozenHeap, graph: LabelledGraph, components: StrongComponents) {
    isUserCode = graph.entries.map { !$0.isLibrary }
    self.heap = heap
    self.graph = graph
    self.components = components
    writer = ChainWriter(heap: heap)
    came = Array(repeating: .max, count: graph.count)
  }

  /// The rings of a cluster, the commonest first, at most `limit` kinds.
  mutating func rings(of cluster: RingGroups.Cluster, limit: Int) -> [Ring] {
    let groups = cluster.rings.map(\.group).sorted {
      ($1.count, $0.length, $0.from) < ($0.count, $1.length, $1.from)
    }
    var rings: [Ring] = []
    for group in groups.prefix(limit * 4) {
      guard let nodes = way(from: group.to, to: group.from) else { continue }
      // What a library does within itself explains nothing of a leak of the program's.
      if cluster.hasUserCode, !hasUserCode(nodes) {
        continue
      }
      // Of two references between the same two objects each closes a ring of its own.
      let same = graph.edges(of: Int(group.from)).filter {
        graph.edges[$0].target == group.to
      }
      guard
        let ring = ring(
          through: nodes, count: group.count, alternative: same.firstIndex(of: group.edge) ?? 0)
      else { continue }
      if let same = rings.firstIndex(where: { $0.signature == ring.signature }) {
        rings[same].count += ring.count
      } else if rings.count < limit {
        rings.append(ring)
      }
    }
    return rings.sorted { ($1.count, $0.shape) < ($0.count, $1.shape) }
  }

  /// Describes the ring through some nodes, in their order.
  ///
  /// `alternative` says by which of its references the last one refers to the first.
  private mutating func ring(through nodes: [UInt32], count: Int, alternative: Int = 0) -> Ring? {
    let isGiven = alternative > 0 && rank(nodeOfHeap(nodes[0])) < 4
    let ring = isGiven ? nodes : rotated(nodes)
    guard let first = ring.first.map(nodeOfHeap) else { return nil }
    let isCut = ring.count > Self.objectsDrawn
    let drawn = ring.prefix(Self.objectsDrawn).map(nodeOfHeap)
    let route =
      isCut
      ? Route(start: .root, path: drawn, loop: [])
      : Route(start: .ring, path: [first], loop: drawn)
    let chains = writer.chains(of: route, root: nil)
    guard var chain = isGiven ? chains.dropFirst(alternative).first ?? chains.first : chains.first
    else { return nil }
    chain.kind = .ring
    if !isCut { chain = fromCanonicalStart(chain) }
    let shape = Self.shape(of: chain) + (isCut ? " → …" : "")
    let numbers = ObjectNumbers([chain], first: chain.links.first?.from ?? ChainObject(name: ""))
    return Ring(
      signature: StableHash.text(of: shape), shape: shape, count: count,
      chain: numbers.numbered(chain), omittedLinks: isCut ? ring.count - drawn.count + 1 : 0)
  }

  /// A shortest ring through a node, if it has one of the program's objects in it.
  mutating func shortestRing(through node: UInt32) -> Ring? {
    let own = components.component(of: node)
    var best: [UInt32]?
    for edge in graph.edges(of: Int(node)) {
      let next = graph.edges[edge].target
      guard components.component(of: next) == own, let way = way(from: next, to: node)
      else { continue }
      if let best, best.count <= way.count { continue }
      best = way
    }
    guard let best, hasUserCode(best) else { return nil }
    return ring(through: best, count: 1)
  }

  /// A shortest way from one node to another of its component, both included.
  private mutating func way(from start: UInt32, to end: UInt32) -> [UInt32]? {
    var queue = [start]
    came[Int(start)] = start
    defer { for node in queue { came[Int(node)] = .max } }
    let own = components.component(of: start)
    var position = 0
    while position < queue.count, came[Int(end)] == .max, queue.count < Self.reach {
      let node = queue[position]
      position += 1
      for edge in graph.edges(of: Int(node)) {
        let target = graph.edges[edge].target
        guard came[Int(target)] == .max, components.component(of: target) == own else { continue }
        came[Int(target)] = node
        queue.append(target)
      }
    }
    guard came[Int(end)] != .max else { return nil }
    var way = [end]
    while let last = way.last, last != start { way.append(came[Int(last)]) }
    return way.reversed()
  }

  /// The ring from an object that is shown as one.
  private func rotated(_ ring: [UInt32]) -> [UInt32] {
    let ranks = ring.prefix(10_000).map { rank(nodeOfHeap($0)) }
    let start = ranks.indices.min { ranks[$0] < ranks[$1] } ?? 0
    return Array(ring[start...] + ring[..<start])
  }

  private func hasUserCode(_ nodes: [UInt32]) -> Bool {
    nodes.contains { isUserCode[Int(graph.types[Int($0)])] }
  }

  /// A node's number in the heap's graph.
  private func nodeOfHeap(_ node: UInt32) -> Int {
    // The graph's blocks are some of the heap's.
    heap.blocks.index(of: graph.blocks.address(of: Int(node))) ?? 0
  }

  /// How well an object does at the beginning of a drawing, the lower the better: the program's
  /// own, a library's, a task, then closures, boxes and storage.
  private func rank(_ node: Int) -> Int {
    guard let shape = heap.shape(of: node), !shape.isTransparent else { return 4 }
    switch shape.kind {
    case .instance: return ToolchainModule.names.contains(shape.module) ? 1 : 0
    case .task: return 2
    default: return 3
    }
  }

  /// The same ring from the place that every run would choose: of the best objects the one whose
  /// way round comes first in the alphabet.
  private func fromCanonicalStart(_ chain: OwnershipChain) -> OwnershipChain {
    let ranks = chain.links.map { link in heap.blocks.index(of: link.from.address).map(rank) ?? 4 }
    let steps = Self.steps(of: chain)
    let best = ranks.min()
    let starts = ranks.indices.filter { ranks[$0] == best }
    func comesBefore(_ first: Int, _ second: Int) -> Bool {
      for offset in steps.indices {
        let (a, b) = (steps[(first + offset) % steps.count], steps[(second + offset) % steps.count])
        if a != b { return a < b }
      }
      return first < second
    }
    guard let start = starts.min(by: comesBefore) else { return chain }
    var chain = chain
    chain.links = Array(chain.links[start...] + chain.links[..<start])
    return chain
  }

  /// The chain's types and labels in a line, without indices; a long one has repeats once.
  static func shape(of chain: OwnershipChain) -> String {
    let steps = steps(of: chain)
    var kept = steps
    if steps.count > stepsWritten {
      kept = []
      for step in steps where !kept.suffix(4).contains(step) { kept.append(step) }
    }
    if let first = chain.links.first?.from.name { kept.append(first) }
    return kept.joined(separator: " → ")
  }

  private static func steps(of chain: OwnershipChain) -> [String] {
    chain.links.map { link in
      let label = withoutIndices(link.label)
      return label.isEmpty ? link.from.name : "\(link.from.name).\(label)"
    }
  }

  /// A label without what stands in its brackets: `rows[].onTap`.
  private static func withoutIndices(_ label: String) -> String {
    var text = ""
    var depth = 0
    for character in label {
      if character == "]" { depth -= 1 }
      if depth <= 0 { text.append(character) }
      if character == "[" { depth += 1 }
    }
    return text
  }
}
