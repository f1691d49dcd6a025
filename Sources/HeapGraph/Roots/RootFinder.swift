/// Finds out what holds an object from outside the objects' own references.
///
/// Looks where a name can be had first: the object's own class, then global variables, then parts
/// of objects that no metadata describes, then tasks' frames, then other memory.
///
/// Frames and raw memory give guesses: a word that looks like a reference may be a stale one. So
/// the count decides first: the references that metadata describes are taken from it, and no more
/// holders are named than are left over. An object whose count is explained has none.
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
    let missing = heap.graph.outside[node]
    // The count leaves no room for a holder: whatever word there is would be a stale one.
    guard missing > 0 else {
      let text = "a reference was in motion when the snapshot was taken"
      return [Evidence(root: Root(kind: .unseen, name: text))]
    }
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
    if found.isEmpty {
      let number = missing == 1 ? "1 reference" : "\(missing) references"
      let hint = StackRoots(heap: heap).hint(of: address).map { "; its address is on \($0)" } ?? ""
      let text = "held from outside by \(number) that I can't see\(hint)"
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
