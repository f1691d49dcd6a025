/// The strong references between live blocks, as numbers: nodes, edges, and what is left over.
///
/// A value without memory or types behind it, so that searching can be tested on small pictures.
struct ReferenceGraph: Sendable {
  /// What is known of a node beside its references.
  struct Traits: OptionSet, Sendable {
    let rawValue: UInt8
    /// A Swift object (or a block) with a retain count that was read.
    static let isCounted = Traits(rawValue: 1)
    /// Its deinit has begun: neither source nor result of references.
    static let isDestroyed = Traits(rawValue: 2)
    /// It is never freed, a static object.
    static let isImmortal = Traits(rawValue: 4)
    /// It runs, or will: a task that isn't finished.
    static let isRunning = Traits(rawValue: 8)
  }

  var traits: [Traits] = []
  /// The retain count less the strong references found.
  ///
  /// Above zero: something that isn't in the graph holds the object. Below zero: a value was in
  /// motion.
  var outside: [Int32] = []
  /// Where each node's targets begin in `targets`; one more entry than nodes.
  var starts: [UInt32] = [0]
  var targets: [UInt32] = []

  var count: Int { traits.count }

  /// The nodes that a node refers to, each as often as it does; none while it is destroyed.
  func targets(of node: Int) -> ArraySlice<UInt32> {
    if traits[node].contains(.isDestroyed) { return [] }
    return targets[Int(starts[node])..<Int(starts[node + 1])]
  }

  /// Tells whether something that isn't in the graph keeps the node alive.
  ///
  /// A count below what was found is a value in motion: taken as alive, so nothing false is said.
  func isHeldFromOutside(_ node: Int) -> Bool {
    let traits = traits[node]
    guard traits.contains(.isCounted), !traits.contains(.isDestroyed) else { return false }
    return outside[node] != 0 || traits.contains(.isImmortal) || traits.contains(.isRunning)
  }
}
