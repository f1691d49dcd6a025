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
    let isHeld = graph.isHeldFromOutside(target)
    let referrers = referrers(of: target)
    let others = referrers.filter { $0 != target }
    let alive = Traversal(graph, from: origins(), barrier: target, until: others)
    // Where the target may lead back to: to what holds it, or to where a way to it begins.
    let ways = others.map { alive.reached($0) ? alive.way(to: $0) : [$0] }
    let beginnings = ways.map { $0[0] }
    let reach = Reach(graph, from: target, until: beginnings)
    let back = beginnings.filter(reach.reached)
    let forward = back.isEmpty ? nil : Traversal(graph, from: [target], until: back)
    func wayBack(to node: Int) -> [Int]? { reach.reached(node) ? forward?.way(to: node) : nil }
    var routes: [Route] = []
    if isHeld {
      routes.append(Route(start: .root, path: [target], loop: []))
    }
    var hanging: [Int] = []
    if referrers.count > others.count {
      routes.append(Route(start: .ring, path: [target], loop: [target]))
    }
    for (referrer, way) in zip(others, ways) {
      if alive.reached(referrer) {
        let back = wayBack(to: way[0]) ?? []
        routes.append(Route(start: .root, path: way + [target], loop: back))
      } else if let loop = wayBack(to: referrer) {
        routes.append(Route(start: .ring, path: [target], loop: loop))
      } else {
        hanging.append(referrer)
      }
    }
    if !hanging.isEmpty {
      let unreachable = UnreachablePart(graph, alive: alive, target: target)
      routes.append(contentsOf: hanging.compactMap(unreachable.route))
    }
    let isUnreachable = !isHeld && !others.contains { alive.reached($0) }
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
    var found: [Int] = []
    graph.references.withView { view in
      view.forEachReference { node, next in
        if next == target, found.last != node, !graph.traits[node].contains(.isDestroyed) {
          found.append(node)
        }
      }
    }
    return found
  }
}
