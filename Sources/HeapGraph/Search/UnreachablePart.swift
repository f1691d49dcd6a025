/// The part of the graph that nothing outside holds, with its references turned round.
struct UnreachablePart {
  private let graph: ReferenceGraph
  private let target: Int
  private var holders: [Int: [Int]] = [:]

  /// Collects the references between the nodes that a walk from outside didn't reach.
  init(_ graph: ReferenceGraph, alive: Traversal, target: Int) {
    self.graph = graph
    self.target = target
    graph.references.withView { view in
      view.forEachReference { node, next in
        guard !alive.reached(node), !alive.reached(next) else { return }
        if !graph.traits[node].contains(.isDestroyed) { holders[next, default: []].append(node) }
      }
    }
  }

  /// The route to the target by way of a referrer that hangs on a ring further up.
  ///
  /// Every node here is held by another one of these, so going up must come to a ring; going up
  /// breadth first finds one of the nearest.
  func route(through referrer: Int) -> Route? {
    var next: [Int: Int] = [referrer: target]
    var queue = [referrer]
    var position = 0
    while position < queue.count, position < 100_000 {
      let node = queue[position]
      position += 1
      if let ring = ring(through: node) {
        var path = [node]
        while let last = path.last, last != target, let following = next[last] {
          path.append(following)
        }
        return Route(start: .ring, path: path, loop: ring)
      }
      for holder in holders[node] ?? [] where next[holder] == nil && holder != target {
        next[holder] = node
        queue.append(holder)
      }
    }
    return nil
  }

  /// A shortest ring through a node, beginning with it.
  private func ring(through node: Int) -> [Int]? {
    var came: [Int: Int] = [:]
    var queue = [node]
    var position = 0
    while position < queue.count, position < 10_000 {
      let current = queue[position]
      position += 1
      for holder in holders[current] ?? [] {
        if holder == node {
          var ring = [node, current]
          while let last = ring.last, last != node, let following = came[last] {
            ring.append(following)
          }
          return ring.count > 2 ? Array(ring.dropLast()) : (current == node ? [node] : ring)
        }
        if came[holder] == nil {
          came[holder] = current
          queue.append(holder)
        }
      }
    }
    return nil
  }
}
