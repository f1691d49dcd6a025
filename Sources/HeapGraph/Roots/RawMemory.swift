/// Memory that Swift does not describe: C structures and such in live blocks, and parts of objects
/// for which there is no metadata, such as the inside of a `Mutex`.
struct RawMemory {
  let heap: FrozenHeap

  /// The live blocks that have an address in them where no metadata says so: guesses.
  func holders(of address: UInt) -> [RootFinder.Evidence] {
    var found: [RootFinder.Evidence] = []
    let slabs = TaskFrames(heap: heap).slabBlocks()
    // Dispatch keeps blocks; any other address in its memory is an old word.
    let isBlock = heap.memory.word(at: address) == heap.mallocBlock
    for region in heap.blocks.regions {
      let places = WordSearch(memory: heap.memory).places(
        of: address, in: region.start..<region.end)
      for place in places {
        guard let node = heap.block(containing: place), !isSideTable(node, of: address),
          !slabs.contains(node)
        else { continue }
        if heap.graph.traits[node].contains(.isCounted) {
          if let evidence = evidence(in: node, at: place, address) { found.append(evidence) }
        } else {
          found.append(evidence(heldBy: node, isBlock: isBlock))
        }
      }
    }
    return found
  }

  /// A part of an object that has the address, though none of the object's known slots does.
  private func evidence(in node: Int, at place: UInt, _ address: UInt) -> RootFinder.Evidence? {
    let offset = Int(place - heap.blocks.address(of: node))
    guard let shape = heap.shape(of: node), shape.kind == .instance,
      !heap.graph.traits[node].contains(.isDestroyed),
      !heap.references(of: node).contains(where: { $0.address == address })
    else { return nil }
    let names = ObjectNames(heap: heap)
    let parts = UndescribedParts(heap: heap)
    let property =
      offset < shape.instanceSize
      ? parts.property(of: node, at: offset) : parts.tail(of: node, at: offset)
    guard let property else { return nil }
    return RootFinder.Evidence(
      root: RootFinder(heap: heap).rootByKind(node)
        ?? Root(kind: .memory, name: "memory that Swift does not describe"),
      holder: ChainObject(name: names.name(of: node), address: heap.blocks.address(of: node)),
      node: node, label: property, isExact: false, rank: .undescribedPart)
  }

  private func isSideTable(_ node: Int, of address: UInt) -> Bool {
    guard let word = heap.memory.word(at: address + 8),
      case .inSideTable(let table)? = RetainCount(word: word)
    else { return false }
    return table == heap.blocks.address(of: node)
  }

  private func evidence(heldBy node: Int, isBlock: Bool) -> RootFinder.Evidence {
    let root =
      (isBlock ? dispatchRoot(node) : nil)
      ?? Root(kind: .memory, name: "memory that Swift does not describe")
    return RootFinder.Evidence(
      root: root,
      holder: ChainObject(name: root.name, address: heap.blocks.address(of: node)), label: "",
      isExact: false, rank: Self.rank(of: root))
  }

  private static func rank(of root: Root) -> RootFinder.Rank {
    guard root.kind == .dispatch else { return .memory }
    return root.name == "dispatch source" ? .dispatchSource : .dispatchQueue
  }

  /// What libdispatch made, told by the symbol that its first word points to; what a dispatch
  /// source keeps lies one block further on.
  private func dispatchRoot(_ node: Int) -> Root? {
    let address = heap.blocks.address(of: node)
    if let root = dispatchRoot(at: address) { return root }
    let holders = heap.blocks.regions.flatMap { region in
      WordSearch(memory: heap.memory).places(of: address, in: region.start..<region.end)
        .compactMap { heap.block(containing: $0) }
        .compactMap { dispatchRoot(at: heap.blocks.address(of: $0)) }
    }
    // A timer's queue mentions it as well; its source is who keeps it.
    return holders.first { $0.name == "dispatch source" } ?? holders.first
  }

  private func dispatchRoot(at address: UInt) -> Root? {
    guard let name = heap.memory.word(at: address).flatMap({ heap.images.name(of: $0) })?.mangled,
      name.contains("dispatch")
    else { return nil }
    return Root(
      kind: .dispatch, name: name.contains("source") ? "dispatch source" : "dispatch queue")
  }
}

extension FrozenHeap {
  /// The live block that an address lies in.
  func block(containing address: UInt) -> Int? {
    var start = address & ~15
    for _ in 0..<4096 {
      if let node = blocks.index(of: start) {
        let size = memory.word(at: start &- 8).map { MallocBlock.usableSize(header: $0) } ?? 0
        return start + UInt(size) > address ? node : nil
      }
      start &-= 16
    }
    return nil
  }
}
