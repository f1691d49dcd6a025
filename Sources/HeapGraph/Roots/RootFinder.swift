/// Finds out what holds an object from outside the objects' own references.
///
/// Looks where a name can be had first: the object's own class, then global variables, then parts
/// of objects that no metadata describes, then tasks' frames, then other memory, then stacks. It
/// never reports more holders than the count leaves room for. Frames, raw memory and stacks give guesses: a word that looks
/// like a reference may be a stale one.
struct RootFinder {
  let heap: FrozenHeap

  /// One holder of an object.
  struct Evidence {
    var root: Root
    /// The holder as the first object of the chain, when it is no object of the graph.
    var holder: ChainObject?
    /// The holder's node, when it is one after all: a task, an object with an undescribed part.
    var node: Int?
    var label = ""
    var isExact = true
  }

  /// The holders of a node that is held from outside; at least one.
  ///
  /// `walk` makes one from the object that is asked about, to tell which tasks it leads back to.
  func evidence(for node: Int, leadingBack walk: () -> Traversal) -> [Evidence] {
    if let root = rootByKind(node) { return [Evidence(root: root)] }
    let missing = max(1, heap.graph.outside[node])
    let address = heap.blocks.address(of: node)
    var found = GlobalRoots(heap: heap).holders(of: address, limit: missing)
    if found.count < missing {
      let raw = RawMemory(heap: heap).holders(of: address)
      found += raw.filter { $0.node != nil }
      if found.count < missing {
        found += TaskFrames(heap: heap).holders(of: address, leadingBack: walk)
      }
      if found.count < missing { found += raw.filter { $0.node == nil } }
    }
    if found.isEmpty { found += StackRoots(heap: heap).holders(of: address) }
    if found.isEmpty {
      let text =
        missing == 1
        ? "held from outside by 1 reference that I can't see"
        : "held from outside by \(missing) references that I can't see"
      return [Evidence(root: Root(kind: .unseen, name: text))]
    }
    return Array(found.prefix(missing))
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
