/// What a walk along strong references keeps of the nodes that it came to.
protocol WalkRecord {
  /// Notes a node and the one it was come to from; false if it was noted before.
  func reach(_ node: Int, from parent: Int) -> Bool
  /// Tells whether a node was noted.
  func reached(_ node: Int) -> Bool
}

extension ReferenceGraph {
  /// Walks breadth first from several nodes, and ends early once all of `wanted` were reached.
  ///
  /// Which nodes were come to, and how, is for the record to tell.
  func walk(
    from origins: some Sequence<Int>, until wanted: [Int]?, recording record: some WalkRecord
  ) {
    var queue = NodeQueue()
    for origin in origins where record.reach(origin, from: origin) { queue.append(origin) }
    var found = 0
    references.withView { view in
      traits.withUnsafeBufferPointer { traits in
        while !queue.isEmpty {
          if let wanted {
            while found < wanted.count, record.reached(wanted[found]) { found += 1 }
            if found == wanted.count { break }
          }
          let node = queue.removeFirst()
          guard !traits[node].contains(.isDestroyed) else { continue }
          view.forEachTarget(of: node) { target in
            if record.reach(target, from: node) { queue.append(target) }
          }
        }
      }
    }
  }
}
