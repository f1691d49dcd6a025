/// One Swift object of a snapshot.
public struct HeapObject: Sendable, Hashable {
  /// Where it lay.
  ///
  /// Never dereference it: the object may be gone.
  public var address: UInt
  /// Its type as a person would write it; `closure` for a closure's context.
  public var type: String
  /// Its strong references; nil for an object that is never freed.
  public var retainCount: Int?
}

/// One reference of an object to another.
public struct HeapReference: Sendable, Hashable {
  /// How the source names the place; empty for what has no name, as a closure's captures.
  public var label: String
  /// Where the object that is referred to lies.
  public var address: UInt
  /// How the reference holds it.
  public var strength: Strength
}

extension HeapSnapshot {
  /// Calls back with every Swift object, in the order of addresses.
  ///
  /// - Parameter body: is called with the snapshot's lock held, so it must not use the snapshot.
  public func forEachObject(_ body: (HeapObject) -> Void) {
    withHeap { heap in
      for node in 0..<heap.graph.count where heap.graph.traits[node].contains(.isCounted) {
        if let object = heap.object(node) { body(object) }
      }
    }
  }

  /// The objects that nothing outside them holds: rings, and what hangs on them.
  ///
  /// Empty in a healthy program. Objects in motion between threads count as held.
  ///
  /// - Returns: the objects, in the order of addresses.
  public func unreachableObjects() -> [HeapObject] {
    withHeap { heap in
      let graph = heap.graph
      let walk = Traversal(graph, from: (0..<graph.count).filter(graph.isHeldFromOutside))
      return (0..<graph.count).filter { node in
        let traits = graph.traits[node]
        return traits.contains(.isCounted) && !traits.contains(.isDestroyed) && !walk.reached(node)
      }.compactMap(heap.object)
    }
  }

  /// The references that an object has, weak ones too.
  ///
  /// - Parameter address: where the object lies, as another call of this snapshot told it.
  /// - Returns: the references, in the order of their places; none if there is no object.
  public func references(of address: UInt) -> [HeapReference] {
    withHeap { heap in
      guard let node = heap.blocks.index(of: address) else { return [] }
      return heap.references(of: node).map { reference in
        HeapReference(
          label: reference.label, address: heap.target(of: reference),
          strength: reference.strength)
      }
    }
  }
}

extension FrozenHeap {
  /// Describes the object in a block.
  func object(_ node: Int) -> HeapObject? {
    guard let shape = shape(of: node) else { return nil }
    var count: Int?
    if case .counted(let strong, _) = retainCount(of: node) { count = strong }
    return HeapObject(address: blocks.address(of: node), type: shape.name, retainCount: count)
  }

  /// Where a reference leads: a weak one goes through the side table of its object.
  func target(of reference: FoundReference) -> UInt {
    guard reference.strength == .weak else { return reference.address }
    return memory.word(at: reference.address) ?? reference.address
  }
}
