/// The rings of a labelled graph, those that are alike together.
///
/// Every component is walked depth first, once. Where the walk meets a reference back to a node on
/// its path, there is a ring; mend all of those and nothing goes round any more. A ring is known
/// by its labels, as a hash that grows with the path, so that telling one from another costs the
/// same however long it is. Repeats on the way count once: in a list whose every node leads back to
/// its owner, the rings differ in length alone, and are alike.
/// Cost: one pass over nodes and references.
struct RingGroups {
  /// Rings that are alike in one kind of component.
  struct Group {
    var count: Int
    /// The reference that closes one of the shortest of them, and its place among the labels.
    var from: UInt32
    var to: UInt32
    var edge: Int
    var length: Int
  }

  /// Components whose rings are alike.
  struct Cluster {
    var count = 0
    var objects = 0
    var bytes = 0
    var hasUserCode = false
    var rings: [(key: UInt64, group: Group)] = []
  }

  private(set) var clusters: [Cluster] = []
  /// The cluster of each component.
  private(set) var clusterOfComponent: [UInt32]

  /// No component's rings are told apart beyond this many kinds.
  private static let kindsOfRing = 256
  private static let base: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// Finds the rings.
  ///
  /// - Parameters:
  ///   - graph: the nodes, labelled.
  ///   - components: its components.
  ///   - ranks: how good each type is to begin with, the higher the better.
  init(_ graph: LabelledGraph, components: StrongComponents, ranks: [Int]) {
    let isUserCode = graph.entries.map { !$0.isLibrary }
    clusterOfComponent = []
    clusterOfComponent.reserveCapacity(components.count)
    var walk = Walk(graph: graph, components: components)
    var known = Numbering<UInt64>()
    var last: (key: UInt64, cluster: Int)?
    for component in 0..<components.count {
      let nodes = components.members[components.places(of: component)]
      guard let head = walk.head(of: nodes, ranks: ranks) else { continue }
      walk.rings(from: head, limit: Self.kindsOfRing, base: Self.base)
      // Sums don't depend on the order in which the kinds were met.
      let key = walk.found.reduce(0 as UInt64) { $0 &+ Self.scramble($1.key) }
      // Rings that are alike were often made one after another.
      let cluster = last?.key == key ? last?.cluster ?? 0 : Int(known.number(of: key))
      last = (key, cluster)
      if cluster == clusters.count { clusters.append(Cluster()) }
      clusterOfComponent.append(UInt32(truncatingIfNeeded: cluster))
      var (bytes, hasUserCode) = (0, clusters[cluster].hasUserCode)
      for node in nodes {
        bytes += Int(graph.sizes[Int(node)])
        if !hasUserCode { hasUserCode = isUserCode[Int(graph.types[Int(node)])] }
      }
      clusters[cluster].count += 1
      clusters[cluster].objects += nodes.count
      clusters[cluster].bytes += bytes
      clusters[cluster].hasUserCode = hasUserCode
      for ring in walk.found { clusters[cluster].rings.note(ring.key, ring.group) }
    }
  }

  private static func scramble(_ value: UInt64) -> UInt64 {
    let mixed = (value ^ value >> 31) &* 0xbf58_476d_1ce4_e5b9
    return mixed ^ mixed >> 29
  }
}

extension [(key: UInt64, group: RingGroups.Group)] {
  /// Adds rings to those of their kind; there are few kinds, so they are looked through.
  fileprivate mutating func note(
    _ key: UInt64, _ group: RingGroups.Group, limit: Int = .max
  ) {
    guard let place = firstIndex(where: { $0.key == key }) else {
      if count < limit { append((key, group)) }
      return
    }
    let count = self[place].group.count + group.count
    if group.length < self[place].group.length { self[place].group = group }
    self[place].group.count = count
  }
}

/// The walk through one component after another, its arrays used again.
private struct Walk {
  let graph: LabelledGraph
  let components: StrongComponents
  private let marks: ZeroedBuffer<Mark>
  private(set) var found: [(key: UInt64, group: RingGroups.Group)] = []
  private var path: [(node: UInt32, edge: Int, grew: Bool)] = []
  private var kept: [UInt32] = []
  private var hashes: [UInt64] = []
  private var powers: [UInt64] = [1]

  /// What is noted of a node.
  private struct Mark: BitwiseCopyable {
    /// How many references from its own component lead to it.
    var incoming: UInt32
    /// Where on the path it lies, from 1; 0 for not yet seen, `left` for done with.
    var depth: UInt32
    /// How many labels were kept on the way to it.
    var kept: UInt32
  }

  private static let left = UInt32.max

  init(graph: LabelledGraph, components: StrongComponents) {
    self.graph = graph
    self.components = components
    marks = ZeroedBuffer(count: graph.count)
  }

  /// The node of a component to begin with: of the best type, and of those the one that most others
  /// lead to.
  func head(of nodes: ArraySlice<UInt32>, ranks: [Int]) -> UInt32? {
    for node in nodes {
      let own = components.component(of: node)
      for edge in graph.edges(of: Int(node)) {
        let target = graph.edges[edge].target
        if components.component(of: target) == own { marks[Int(target)].incoming += 1 }
      }
    }
    var best: (node: UInt32, rank: Int, incoming: UInt32)?
    for node in nodes {
      let (rank, incoming) = (ranks[Int(graph.types[Int(node)])], marks[Int(node)].incoming)
      if let best, (best.rank, best.incoming, node) >= (rank, incoming, best.node) { continue }
      best = (node, rank, incoming)
    }
    return best?.node
  }

  /// Walks a component, and leaves its rings in `found`.
  mutating func rings(from head: UInt32, limit: Int, base: UInt64) {
    found.removeAll(keepingCapacity: true)
    let own = components.component(of: head)
    kept.removeAll(keepingCapacity: true)
    hashes.removeAll(keepingCapacity: true)
    hashes.append(0)
    marks[Int(head)].depth = 1
    path.append((head, graph.edges(of: Int(head)).lowerBound, false))
    while let (node, edge, grew) = path.last {
      guard edge < graph.edges(of: Int(node)).upperBound else {
        path.removeLast()
        marks[Int(node)].depth = Self.left
        if grew {
          kept.removeLast()
          hashes.removeLast()
        }
        continue
      }
      path[path.count - 1].edge = edge + 1
      let (target, step) = (graph.edges[edge].target, graph.edges[edge].label)
      let mark = marks[Int(target)]
      guard components.component(of: target) == own, mark.depth != Self.left else { continue }
      if mark.depth == 0 {
        let grows = !kept.indices.suffix(4).contains { kept[$0] == step }
        if grows {
          kept.append(step)
          hashes.append((hashes.last ?? 0) &* base &+ UInt64(step) &+ 1)
          if powers.count < hashes.count { powers.append((powers.last ?? 1) &* base) }
        }
        marks[Int(target)].depth = UInt32(truncatingIfNeeded: path.count + 1)
        marks[Int(target)].kept = UInt32(truncatingIfNeeded: kept.count)
        path.append((target, graph.edges(of: Int(target)).lowerBound, grows))
        continue
      }
      // The labels from the target to here are the difference of two hashes.
      let first = Int(mark.kept)
      let between = hashes[kept.count] &- hashes[first] &* powers[kept.count - first]
      let length = path.count - Int(mark.depth) + 1
      let key =
        (between &* base &+ UInt64(step) &+ 1) &* base
        &+ UInt64(graph.types[Int(target)]) << 2 &+ UInt64(min(length, 3))
      let group = RingGroups.Group(count: 1, from: node, to: target, edge: edge, length: length)
      found.note(key, group, limit: limit)
    }
  }
}
