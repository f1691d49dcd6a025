/// The strong references between live blocks, as numbers: nodes, edges, and what is left over.
///
/// A value without memory or types behind it, so that searching can be tested on small pictures.
/// Five bytes or so for a node with its references: see `ReferenceLists` and `SmallCounts`.
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

  let traits: [Traits]
  /// The retain count less the strong references found.
  ///
  /// Above zero: something that isn't in the graph holds the object. Below zero: a value was in
  /// motion.
  let outside: SmallCounts
  let references: ReferenceLists

  var count: Int { traits.count }

  /// Puts a graph together and counts: `retained` becomes what is held from outside.
  ///
  /// What a node that is being destroyed refers to is not counted, and not referred to any more.
  init(traits: [Traits], retained: consuming SmallCounts, references: ReferenceLists) {
    self.traits = traits
    self.references = references
    retained.update { tally in
      traits.withUnsafeBufferPointer { traits in
        references.withView { view in
          view.forEachReference { node, target in
            if !traits[node].contains(.isDestroyed) { tally.add(-1, to: target) }
          }
        }
      }
    }
    outside = retained
  }

  /// The nodes that a node refers to, each as often as it does; none while it is destroyed.
  func targets(of node: Int) -> [Int] {
    traits[node].contains(.isDestroyed) ? [] : references.targets(of: node)
  }

  /// Tells whether a node is an object whose deinit hasn't begun.
  func isAlive(_ node: Int) -> Bool {
    traits[node].contains(.isCounted) && !traits[node].contains(.isDestroyed)
  }

  /// Tells whether something that isn't in the graph keeps the node alive.
  ///
  /// A count below what was found is a value in motion: taken as alive, so nothing false is said.
  func isHeldFromOutside(_ node: Int) -> Bool {
    guard isAlive(node) else { return false }
    let traits = traits[node]
    return outside.isNonzero(node) || traits.contains(.isImmortal) || traits.contains(.isRunning)
  }
}
