/// One way in which an object is kept alive, as nodes of the graph.
struct Route: Hashable, Sendable {
  /// What stands at its beginning.
  enum Start: Hashable, Sendable {
    /// A ring: `path` begins at a node of it, and `loop` leads from there back to there.
    case ring
    /// A node that something outside the graph holds; `loop`, if not empty, is the way from the
    /// target back to it.
    case root
  }

  let start: Start
  /// From the first holder to the target.
  let path: [Int]
  /// For a ring, its nodes in order, beginning with `path[0]`.
  ///
  /// For a root, the nodes from the target to `path[0]`, if the target leads back to it.
  let loop: [Int]

  var length: Int { path.count + (start == .ring ? loop.count : 0) }
}
