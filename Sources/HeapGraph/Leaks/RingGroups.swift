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
  /// The cluster of each component; `StrongComponents.none` for one without a ring.
  private(set) var clusterOfComponent: [UInt32]

  /// No component's rings are told apart beyond this many kinds.
  private static let kindsOfRing = 256
  private static let base: UInt64 = 0x9e37_79b9_7f4a_7c15

  /// Finds the rings.
  ///
  /// - Parameters:
  ///   - graph: the nodes of the components and more, labelled.
  ///   - components: the component of each of the heap's nodes.
  ///   - ranks: how good each type is to begin with, the higher the better.
  ///   - isUserCode: whether each type is no library's.
  init(
    _ graph: LabelledGraph, components: StrongComponents, ranks: [Int], isUserCode: [Bool]
  ) {
    clusterOfComponent = Array(repeating: StrongComponents.none, count: components.sizes.count)
    var walk = Walk(graph: graph, component: graph.nodes.map { components.component[Int($0)] })
    let members = walk.members(of: components)
    var known: [UInt64: Int] = [:]
    for place in components.sizes.indices where components.isCyclic[place] {
      let nodes = members.nodes[members.starts[place]..<members.starts[place + 1]]
      guard let head = walk.head(of: nodes, ranks: ranks) else { continue }
      walk.rings(from: head, limit: Self.kindsOfRing, base: Self.base)
      // Sums don't depend on the order in which the kinds were met.
      let key = walk.found.reduce(0 as UInt64) { $0 &+ Self.scramble($1.key) }
      let cluster: Int
      if let old = known[key] {
        cluster = old
      } else {
        cluster = clusters.count
        known[key] = cluster
        clusters.append(Cluster())
      }
      clusterOfComponent[place] = UInt32(truncatingIfNeeded: cluster)
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
  /// The component of each of the graph's nodes.
  let component: [UInt32]
  /// How many references from its own component lead to each node.
  private var incoming: [UInt32]
  /// Where on the path each node lies, from 1; 0 for not yet seen, `left` for done with.
  private var depth: [UInt32]
  private var keptAt: [UInt32]
  private(set) var found: [(key: UInt64, group: RingGroups.Group)] = []
  private var path: [(node: UInt32, edge: Int, grew: Bool)] = []
  private var kept: [UInt32] = []
  private var hashes: [UInt64] = []
  private var powers: [UInt64] = [1]

  private static let left = UInt32.max

  init(graph: LabelledGraph, component: [UInt32]) {
    self.graph = graph
    self.component = component
    incoming = Array(repeating: 0, count: graph.count)
    depth = Array(repeating: 0, count: graph.count)
    keptAt = Array(repeating: 0, count: graph.count)
    for node in 0..<graph.count {
      for edge in graph.edges(of: node)
      where component[Int(graph.targets[edge])] == component[node] {
        incoming[Int(graph.targets[edge])] += 1
      }
    }
  }

  /// The graph's nodes in the order of their components, and where each component begins.
  func members(of components: StrongComponents) -> (nodes: [UInt32], starts: [Int]) {
    var starts = [Int](repeating: 0, count: components.sizes.count + 1)
    for place in component where place != StrongComponents.none { starts[Int(place) + 1] += 1 }
    for place in components.sizes.indices { starts[place + 1] += starts[place] }
    var nodes = [UInt32](repeating: 0, count: starts.last ?? 0)
    var next = starts
    for node in component.indices where component[node] != StrongComponents.none {
      let place = Int(component[node])
      nodes[next[place]] = UInt32(truncatingIfNeeded: node)
      next[place] += 1
    }
    return (nodes, starts)
  }

  /// The node to begin with: of the best type, and of those the one that most others lead to.
  func head(of nodes: ArraySlice<UInt32>, ranks: [Int]) -> UInt32? {
    var best: (node: UInt32, rank: Int, incoming: UInt32)?
    for node in nodes {
      let (rank, incoming) = (ranks[Int(graph.types[Int(node)])], incoming[Int(node)])
      if let best, (best.rank, best.incoming) >= (rank, incoming) { continue }
      best = (node, rank, incoming)
    }
    return best?.node
  }

  /// Walks a component, and leaves its rings in `found`.
  mutating func rings(from head: UInt32, limit: Int, base: UInt64) {
    found.removeAll(keepingCapacity: true)
    let own = component[Int(head)]
    kept.removeAll(keepingCapacity: true)
    hashes.removeAll(keepingCapacity: true)
    hashes.append(0)
    func start(_ node: UInt32) -> Int { Int(graph.starts[Int(node)]) }
    depth[Int(head)] = 1
    keptAt[Int(head)] = 0
    path.append((head, start(head), false))
    while let (node, edge, grew) = path.last {
      guard edge < graph.starts[Int(node) + 1] else {
        path.removeLast()
        depth[Int(node)] = Self.left
        if grew {
          kept.removeLast()
          hashes.removeLast()
        }
        continue
      }
      path[path.count - 1].edge = edge + 1
      let target = graph.targets[edge]
      guard component[Int(target)] == own, depth[Int(target)] != Self.left else { continue }
      let step = graph.steps[edge]
      if depth[Int(target)] == 0 {
        let grows = !kept.suffix(4).contains(step)
        if grows {
          kept.append(step)
          hashes.append((hashes.last ?? 0) &* base &+ UInt64(step) &+ 1)
          if powers.count < hashes.count { powers.append((powers.last ?? 1) &* base) }
        }
        depth[Int(target)] = UInt32(truncatingIfNeeded: path.count + 1)
        keptAt[Int(target)] = UInt32(truncatingIfNeeded: kept.count)
        path.append((target, start(target), grows))
        continue
      }
      // The labels from the target to here are the difference of two hashes.
      let first = Int(keptAt[Int(target)])
      let between = hashes[kept.count] &- hashes[first] &* powers[kept.count - first]
      let length = path.count - Int(depth[Int(target)]) + 1
      let key =
        (between &* base &+ UInt64(step) &+ 1) &* base
        &+ UInt64(graph.types[Int(target)]) << 2 &+ UInt64(min(length, 3))
      let group = RingGroups.Group(count: 1, from: node, to: target, edge: edge, length: length)
      found.note(key, group, limit: limit)
    }
  }
}
