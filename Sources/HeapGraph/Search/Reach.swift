/// Which nodes can be come to from one of them along strong references, at a bit a node.
///
/// For asking whether there is a way before a `Traversal` is made, which also knows the way and
/// takes 32 times the room: in a heap without rings there mostly is none.
struct Reach {
  private let marks: Marks

  /// Walks from a node; ends early once it has been to all of `wanted`: ask it about those only.
  init(_ graph: ReferenceGraph, from origin: Int, until wanted: [Int]) {
    marks = Marks(bits: ZeroedBuffer(count: graph.count / 64 + 1))
    graph.walk(from: CollectionOfOne(origin), until: wanted, recording: marks)
  }

  /// Tells whether the walk came to a node.
  func reached(_ node: Int) -> Bool { marks.reached(node) }

  private struct Marks: WalkRecord {
    let bits: ZeroedBuffer<UInt64>

    @inline(__always)
    func reach(_ node: Int, from parent: Int) -> Bool {
      let bit: UInt64 = 1 << UInt64(truncatingIfNeeded: node & 63)
      guard bits[node >> 6] & bit == 0 else { return false }
      bits[node >> 6] |= bit
      return true
    }

    @inline(__always)
    func reached(_ node: Int) -> Bool {
      bits[node >> 6] >> UInt64(truncatingIfNeeded: node & 63) & 1 != 0
    }
  }
}
