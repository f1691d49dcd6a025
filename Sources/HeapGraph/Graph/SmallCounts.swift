/// One signed count for each node, nearly all of them small: a byte each, and a table for the rest.
struct SmallCounts: Sendable, Equatable {
  /// A byte that says "look in the table".
  private static let isLarge = Int8.min

  private var small: [Int8]
  private var large: [Int: Int]

  /// Makes counts that are all zero.
  init(count: Int) {
    small = Array(repeating: 0, count: count)
    large = [:]
  }

  /// The count of a node.
  subscript(node: Int) -> Int {
    let count = small[node]
    return count == Self.isLarge ? large[node, default: 0] : Int(count)
  }

  /// Tells whether a node's count is anything but zero.
  @inline(__always)
  func isNonzero(_ node: Int) -> Bool { small[node] != 0 }

  /// Calls back to change many counts in a row; the counts can't be read meanwhile.
  mutating func update(_ body: (inout Tally) -> Void) {
    var carried = large
    small.withUnsafeMutableBufferPointer { small in
      for node in large.keys { small[node] = 0 }
      var tally = Tally(small: small, carried: carried)
      body(&tally)
      carried = tally.carried
      for (node, rest) in carried {
        let total = rest + Int(small[node])
        if let byte = Int8(exactly: total), byte != Self.isLarge {
          small[node] = byte
          carried[node] = nil
        } else {
          small[node] = Self.isLarge
          carried[node] = total
        }
      }
    }
    large = carried
  }

  /// Counts while they change.
  ///
  /// A byte that would overflow is carried over to the table and starts from zero again, so that a
  /// node with a million references costs a look into the table for every hundredth.
  ///
  /// Invariant: valid inside `update` only; a node is in range.
  struct Tally {
    fileprivate let small: UnsafeMutableBufferPointer<Int8>
    fileprivate var carried: [Int: Int]

    /// Changes a count.
    @inline(__always)
    mutating func add(_ change: Int, to node: Int) {
      let sum = Int(small[node]) &+ change
      if sum > -128, sum < 128 {
        small[node] = Int8(truncatingIfNeeded: sum)
      } else {
        carry(sum, node)
      }
    }

    /// The same counts for another thread, which keeps to other nodes; `join` it afterwards.
    func fork() -> Tally { Tally(small: small, carried: [:]) }

    /// Takes in what another thread counted.
    mutating func join(_ other: Tally) { carried.merge(other.carried) { $0 + $1 } }

    @inline(never)
    private mutating func carry(_ sum: Int, _ node: Int) {
      carried[node, default: 0] += sum
      small[node] = 0
    }
  }
}
