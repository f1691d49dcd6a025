#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

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
    parents = Parents(count: graph.count)
    // What is closed to the walk is its own parent for as long as it goes on.
    if let barrier { parents.reach(barrier, from: barrier) }
    var queue = NodeQueue()
    for origin in origins where parents.reach(origin, from: origin) {
      queue.append(origin)
    }
    let parents = parents
    graph.walk(&queue, until: wanted, hasReached: { parents.parent(of: $0) != nil }) {
      parents.reach($0, from: $1)
    }
    if let barrier { parents.forget(barrier) }
  }

  /// Tells whether the walk came to a node.
  func reached(_ node: Int) -> Bool { parents.parent(of: node) != nil }

  /// The nodes from an origin to a node that was reached, both included.
  func way(to node: Int) -> [Int] {
    var way = [node]
    while let last = way.last, let parent = parents.parent(of: last), parent != last {
      way.append(parent)
    }
    return way.reversed()
  }

  /// From where each node was reached; room that no walk comes near to is never taken.
  ///
  /// Invariant: `places` has `count` numbers, one more than the parent's or 0, and is this object's
  /// own. Written while the walk is made, only read afterwards.
  private final class Parents {
    private let places: UnsafeMutablePointer<UInt32>
    private let count: Int

    init(count: Int) {
      self.count = count
      // Fresh pages from calloc are zero, and take no room before they are written.
      guard let fresh = calloc(max(count, 1), MemoryLayout<UInt32>.stride) else {
        fatalError("out of memory")
      }
      places = fresh.assumingMemoryBound(to: UInt32.self)
    }

    deinit {
      free(places)
    }

    /// Notes from where a node is reached; false if it was reached before.
    @inline(__always) @discardableResult
    func reach(_ node: Int, from parent: Int) -> Bool {
      precondition(node >= 0 && node < count)
      guard places[node] == 0 else { return false }
      places[node] = UInt32(truncatingIfNeeded: parent &+ 1)
      return true
    }

    func forget(_ node: Int) { places[node] = 0 }

    @inline(__always)
    func parent(of node: Int) -> Int? {
      precondition(node >= 0 && node < count)
      return places[node] == 0 ? nil : Int(places[node]) &- 1
    }
  }
}
