/// A breadth-first walk along strong references that remembers how it came to each node.
///
/// The way to a node is a shortest one. Needs four bytes a node.
struct Traversal {
  private var parents: [UInt32]
  private static let unreached = UInt32.max

  /// Walks from several nodes at once, and doesn't go on from `barrier`.
  init(_ graph: ReferenceGraph, from origins: some Sequence<Int>, barrier: Int? = nil) {
    parents = Array(repeating: Self.unreached, count: graph.count)
    // Level by level: two frontiers need less room than a queue of everything.
    var frontier: [UInt32] = []
    var following: [UInt32] = []
    for origin in origins where parents[origin] == Self.unreached && origin != barrier {
      parents[origin] = UInt32(truncatingIfNeeded: origin)
      frontier.append(UInt32(truncatingIfNeeded: origin))
    }
    let stop = barrier.map { UInt32(truncatingIfNeeded: $0) }
    parents.withUnsafeMutableBufferPointer { parents in
      graph.starts.withUnsafeBufferPointer { starts in
        graph.targets.withUnsafeBufferPointer { targets in
          graph.traits.withUnsafeBufferPointer { traits in
            while !frontier.isEmpty {
              for node in frontier where !traits[Int(node)].contains(.isDestroyed) {
                for edge in Int(starts[Int(node)])..<Int(starts[Int(node) + 1]) {
                  let target = targets[edge]
                  if parents[Int(target)] == Self.unreached, target != stop {
                    parents[Int(target)] = node
                    following.append(target)
                  }
                }
              }
              swap(&frontier, &following)
              following.removeAll(keepingCapacity: true)
            }
          }
        }
      }
    }
  }

  /// Tells whether the walk came to a node.
  func reached(_ node: Int) -> Bool { parents[node] != Self.unreached }

  /// The nodes from an origin to a node that was reached, both included.
  func way(to node: Int) -> [Int] {
    var way = [node]
    while let last = way.last, Int(parents[last]) != last { way.append(Int(parents[last])) }
    return way.reversed()
  }
}
