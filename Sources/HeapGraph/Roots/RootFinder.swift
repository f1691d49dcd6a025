/// Finds out what holds an object from outside the objects' own references.
///
/// The object's own class may tell; if it doesn't, whatever memory has the object's address in it
/// is a candidate. Frames and raw memory give guesses: a word that looks like a reference may be a
/// stale one. So the count decides first: the references that metadata describes are taken from
/// it, and no more holders are named than are left over, likelier ones first. An object whose
/// count is explained has none.
struct RootFinder {
  let heap: FrozenHeap

  /// How likely a word is to be a reference, the likeliest first.
  enum Rank: Int, Comparable {
    /// A global variable, or what the object's class says.
    case known
    /// A property that no metadata describes.
    case undescribedPart
    /// A dispatch source's handler.
    case dispatchSource
    /// A frame of a task that the object leads back to.
    case frameOfRing
    /// A block in a dispatch queue.
    case dispatchQueue
    /// Memory of which nothing is known.
    case memory
    /// A frame of any other task.
    case frame

    static func < (first: Rank, second: Rank) -> Bool { first.rawValue < second.rawValue }
  }

  /// One holder of an object.
  struct Evidence {
    var root: Root
    /// The holder as the first object of the chain, when it is no object of the graph.
    var holder: ChainObject?
    /// The holder's node, when it is one after all: a task, an object with an undescribed part.
    var node: Int?
    var label = ""
    var isExact = true
    var rank = Rank.known
  }

  /// The holders of a node that is held from outside; at least one.
  ///
  /// `walk` makes one from the object that is asked about, to tell which tasks it leads back to.
  func evidence(for node: Int, leadingBack walk: () -> Traversal) -> [Evidence] {
    if let root = rootByKind(node) { return [Evidence(root: root)] }
    let missing = heap.graph.outside[node]
    // The count leaves no room for a holder: whatever word there is would be a stale one.
    guard missing > 0 else {
      let text = "a reference was in motion when the snapshot was taken"
      return [Evidence(root: Root(kind: .unseen, name: text))]
    }
    let address = heap.blocks.address(of: node)
    var found = GlobalRoots(heap: heap).holders(of: address, limit: missing)
    if found.count < missing { found += RawMemory(heap: heap).holders(of: address) }
    if found.lazy.filter({ $0.rank < .frameOfRing }).count < missing {
      found += TaskFrames(heap: heap).holders(of: address, leadingBack: walk)
    }
    if found.isEmpty {
      let number = missing == 1 ? "1 reference" : "\(missing) references"
      let hint = StackRoots(heap: heap).hint(of: address).map { "; its address is on \($0)" } ?? ""
      let text = "held from outside by \(number) that I can't see\(hint)"
      return [Evidence(root: Root(kind: .unseen, name: text))]
    }
    let ranked = found.enumerated().sorted {
      ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset)
    }
    return ranked.prefix(missing).map(\.element)
  }

  /// What the object's own class says of who holds it.
  func rootByKind(_ node: Int) -> Root? {
    if heap.graph.traits[node].contains(.isRunning) {
      return Root(kind: .task, name: TaskFrames(heap: heap).functionName(of: node))
    }
    guard let shape = heap.shape(of: node) else { return nil }
    if heap.graph.traits[node].contains(.isImmortal) {
      return Root(kind: .staticObject, name: shape.name)
    }
    guard shape.module.hasPrefix("Foundation") else { return nil }
    switch shape.name {
    case "Timer": return Root(kind: .timer, name: "timer on a run loop")
    case "NotificationCenter":
      return Root(kind: .notificationCenter, name: "notification centre")
    case "OperationQueue": return Root(kind: .operation, name: "operation queue")
    case "BlockOperation": return Root(kind: .operation, name: "operation in a queue")
    case "Thread": return Root(kind: .thread, name: "thread")
    case "URLSession": return Root(kind: .session, name: "URL session")
    default: return nil
    }
  }
}
