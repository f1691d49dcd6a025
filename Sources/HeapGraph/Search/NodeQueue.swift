/// Nodes that a walk has reached and not yet gone on from, first in, first out.
///
/// A ring, so that a walk over millions of nodes needs room for two of its levels only.
///
/// Invariant: `places` has `mask + 1` numbers, a power of two, and is the queue's own, freed in
/// deinit; `first` and `end` count up for ever, and there are at most `mask + 1` between them.
struct NodeQueue: ~Copyable {
  private var places = UnsafeMutablePointer<UInt32>.allocate(capacity: 1024)
  private var mask = 1023
  private var first = 0
  private var end = 0

  deinit {
    places.deallocate()
  }

  var isEmpty: Bool {
    @inline(__always) get { first == end }
  }

  /// Adds a node at the end.
  @inline(__always)
  mutating func append(_ node: Int) {
    if end &- first > mask { grow() }
    places[end & mask] = UInt32(truncatingIfNeeded: node)
    end &+= 1
  }

  /// Takes the first node out of a queue that isn't empty.
  @inline(__always)
  mutating func removeFirst() -> Int {
    let node = Int(places[first & mask])
    first &+= 1
    return node
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<UInt32>.allocate(capacity: (mask + 1) * 2)
    for index in first..<end { larger[index & (mask * 2 + 1)] = places[index & mask] }
    places.deallocate()
    places = larger
    mask = mask * 2 + 1
  }
}
