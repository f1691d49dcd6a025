/// Finds out what holds an object from outside the objects' own references.
///
/// Looks where a name can be had first: the object's own class, then global variables, then tasks'
/// frames, then memory that Swift does not describe, then stacks. It never reports more holders
/// than the count leaves room for. Frames, raw memory and stacks give guesses: a word that looks
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
  /// Of several tasks, those that the object leads back to (a walk from it tells) come first: a
  /// stale word in the frame of the one that let go of it is likelier than two holders.
  func evidence(for node: Int, leadingBack walk: Traversal) -> [Evidence] {
    if let root = rootByKind(node) { return [Evidence(root: root)] }
    let missing = max(1, Int(heap.graph.outside[node]))
    let address = heap.blocks.address(of: node)
    var found = GlobalRoots(heap: heap).holders(of: address)
    if found.count < missing {
      let tasks = TaskFrames(heap: heap).holders(of: address)
      let leadsBack = { (evidence: Evidence) in evidence.node.map(walk.reached) ?? false }
      found += tasks.filter(leadsBack) + tasks.filter { !leadsBack($0) }
    }
    if found.count < missing { found += RawMemory(heap: heap).holders(of: address) }
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
    switch (shape.module, shape.name) {
    case ("Foundation", "Timer"): return Root(kind: .timer, name: "timer on a run loop")
    case ("Foundation", "NotificationCenter"):
      return Root(kind: .notificationCenter, name: "notification centre")
    case ("Foundation", "OperationQueue"): return Root(kind: .operation, name: "operation queue")
    case ("Foundation", "Thread"): return Root(kind: .thread, name: "thread")
    case ("FoundationNetworking", "URLSession"): return Root(kind: .session, name: "URL session")
    default: return nil
    }
  }
}
