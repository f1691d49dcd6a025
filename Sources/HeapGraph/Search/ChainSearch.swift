/// Finds every way in which one object is kept alive.
///
/// Each node that refers to the target gives one route, because mending one of them alone frees
/// nothing. A route begins at the nearest node that something outside the graph holds, without
/// passing through the target; when there is none, the referrer is part of a ring through the
/// target, or hangs on a ring that nothing outside holds. Among equals the lower node wins, tasks
/// before others. It can't see what holds a node from outside: that is for `RootFinder`.
/// Cost: three passes over nodes and edges, whatever the target.
struct ChainSearch {
  let graph: ReferenceGraph

  /// What a search found.
  struct Result {
    /// Nothing outside the graph holds the target or anything that leads to it.
    var isUnreachable: Bool
    /// Something outside the graph holds the target itself.
    var isHeldDirectly: Bool
    /// Shortest first.
    var routes: [Route]
  }

  /// Searches for the ways that lead to `target`.
  func routes(to target: Int) -> Result {
    let alive = Traversal(graph, from: origins(), barrier: target)
    let forward = Traversal(graph, from: [target])
    let isHeld = graph.isHeldFromOutside(target)
    let referrers = referrers(of: target)
    var routes: [Route] = []
    if isHeld {
      routes.append(Route(start: .root, path: [target], loop: []))
    }
    var hanging: [Int] = []
    for referrer in referrers {
      if referrer == target {
        routes.append(Route(start: .ring, path: [target], loop: [target]))
      } else if alive.reached(referrer) {
        let path = alive.way(to: referrer) + [target]
        let back = forward.reached(path[0]) ? forward.way(to: path[0]) : []
        routes.append(Route(start: .root, path: path, loop: back))
      } else if forward.reached(referrer) {
        routes.append(Route(start: .ring, path: [target], loop: forward.way(to: referrer)))
      } else {
        hanging.append(referrer)
      }
    }
    if !hanging.isEmpty {
      let unreachable = UnreachablePart(graph, alive: alive, target: target)
      routes.append(contentsOf: hanging.compactMap(unreachable.route))
    }
    let isUnreachable = !isHeld && !referrers.contains { alive.reached($0) }
    routes.sort { $0.length < $1.length }
    return Result(isUnreachable: isUnreachable, isHeldDirectly: isHeld, routes: routes)
  }

  /// The nodes held from outside, running tasks first.
  private func origins() -> [Int] {
    var tasks: [Int] = []
    var others: [Int] = []
    for node in 0..<graph.count where graph.isHeldFromOutside(node) {
      if graph.traits[node].contains(.isRunning) { tasks.append(node) } else { others.append(node) }
    }
    return tasks + others
  }

  /// The nodes that refer to a node, each once.
  func referrers(of target: Int) -> [Int] {
    let wanted = UInt32(truncatingIfNeeded: target)
    var found: [Int] = []
    graph.targets.withUnsafeBufferPointer { targets in
      graph.starts.withUnsafeBufferPointer { starts in
        var node = 0
        for edge in targets.indices where targets[edge] == wanted {
          // Edges come in the order of their nodes: skip ahead to the edge's own.
          node = Self.owner(of: edge, starts, from: node)
          if found.last != node, !graph.traits[node].contains(.isDestroyed) { found.append(node) }
        }
      }
    }
    return found
  }

  /// The node whose edges an edge is among, by bisection.
  private static func owner(of edge: Int, _ starts: UnsafeBufferPointer<UInt32>, from: Int) -> Int {
    var low = from
    var high = starts.count - 1
    while low + 1 < high {
      let middle = (low + high) / 2
      if Int(starts[middle]) <= edge { low = middle } else { high = middle }
    }
    // Nodes without edges share a start; the owner is the last of them.
    return low
  }
}
