/// A breadth-first walk along strong references that remembers how it came to each node.
///
/// The way to a node is a shortest one. Needs four bytes for each node that it comes near to.
struct Traversal {
  private let parents: Parents

  /// Walks from several nodes at once, and doesn't go on from `barrier`.
  ///
  /// Ends early once it has been to all of `wanted`, if that is given: ask it about those only.
  init(
    _ graph: ReferenceGraph, from origins: some Sequence<Int>, barrier: Int? = nil,
    until wanted: [Int]? = nil
  ) {
    parents = Parents(places: ZeroedBuffer(count: graph.count))
    // What the walk finds reached already, it doesn't go on from.
    if let barrier { _ = parents.reach(barrier, from: barrier) }
    graph.walk(from: origins, until: wanted, recording: parents)
    if let barrier { parents.places[barrier] = 0 }
  }

  /// Tells whether the walk came to a node.
  func reached(_ node: Int) -> Bool { parents.reached(node) }

  /// The nodes from an origin to a node that was reached, both included.
  func way(to node: Int) -> [Int] {
    var way = [node]
    while let last = way.last, let parent = parents.parent(of: last), parent != last {
      way.append(parent)
    }
    return way.reversed()
  }

  /// One more than the number of the node from where each was reached, or 0.
  private struct Parents: WalkRecord {
    let places: ZeroedBuffer<UInt32>

    @inline(__always)
    func reach(_ node: Int, from parent: Int) -> Bool {
      guard places[node] == 0 else { return false }
      places[node] = UInt32(truncatingIfNeeded: parent &+ 1)
      return true
    }

    @inline(__always)
    func reached(_ node: Int) -> Bool { places[node] != 0 }

    func parent(of node: Int) -> Int? { reached(node) ? Int(places[node]) - 1 : nil }
  }
}
