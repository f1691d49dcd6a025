/// Which nodes can be come to from one of them along strong references, at a bit a node.
///
/// For asking whether there is a way before a `Traversal` is made, which also knows the way and
/// takes 32 times the room: in a heap without rings there mostly is none.
struct Reach {
  private var bits: [UInt64]

  /// Walks from a node; ends early once it has been to all of `wanted`: ask it about those only.
  init(_ graph: ReferenceGraph, from origin: Int, until wanted: [Int]) {
    var bits = [UInt64](repeating: 0, count: graph.count / 64 + 1)
    bits.withUnsafeMutableBufferPointer { bits in
      func has(_ node: Int) -> Bool { bits[node >> 6] >> UInt64(node & 63) & 1 != 0 }
      var queue = NodeQueue()
      bits[origin >> 6] |= 1 << UInt64(origin & 63)
      queue.append(origin)
      graph.walk(&queue, until: wanted, hasReached: has) { node, _ in
        let bit: UInt64 = 1 << UInt64(node & 63)
        guard bits[node >> 6] & bit == 0 else { return false }
        bits[node >> 6] |= bit
        return true
      }
    }
    self.bits = bits
  }

  /// Tells whether the walk came to a node.
  func reached(_ node: Int) -> Bool { bits[node >> 6] >> UInt64(node & 63) & 1 != 0 }
}

extension ReferenceGraph {
  /// Goes on from the nodes in a queue, breadth first, and ends when all of `wanted` were reached.
  ///
  /// `reach` notes a node and whence it was come to, and tells whether that is new.
  @inline(__always)
  func walk(
    _ queue: inout NodeQueue, until wanted: [Int]?, hasReached: (Int) -> Bool,
    _ reach: (_ node: Int, _ parent: Int) -> Bool
  ) {
    var found = 0
    references.withView { view in
      traits.withUnsafeBufferPointer { traits in
        while !queue.isEmpty {
          if let wanted {
            while found < wanted.count, hasReached(wanted[found]) { found += 1 }
            if found == wanted.count { break }
          }
          let node = queue.removeFirst()
          guard !traits[node].contains(.isDestroyed) else { continue }
          view.forEachTarget(of: node) { target in
            if reach(target, node) { queue.append(target) }
          }
        }
      }
    }
  }
}
