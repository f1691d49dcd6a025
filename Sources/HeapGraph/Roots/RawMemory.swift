/// Memory that Swift does not describe: C structures and such, in live blocks.
struct RawMemory {
  let heap: FrozenHeap

  /// The live blocks that are no Swift objects and have an address in them: guesses.
  func holders(of address: UInt) -> [RootFinder.Evidence] {
    var found: [RootFinder.Evidence] = []
    for region in heap.blocks.regions {
      WordSearch(memory: heap.memory).places(of: address, in: region.start..<region.end) { place in
        guard let node = heap.block(containing: place),
          !heap.graph.traits[node].contains(.isCounted)
        else { return }
        // A side table points back at its object, and holds nothing.
        guard !isSideTable(node, of: address) else { return }
        found.append(evidence(heldBy: node))
      }
    }
    return found
  }

  private func isSideTable(_ node: Int, of address: UInt) -> Bool {
    guard let word = heap.memory.word(at: address + 8),
      case .inSideTable(let table) = RetainCount(word: word)
    else { return false }
    return table == heap.blocks.address(of: node)
  }

  private func evidence(heldBy node: Int) -> RootFinder.Evidence {
    let address = heap.blocks.address(of: node)
    let type = heap.memory.word(at: address).flatMap { heap.images.name(of: $0) }?.readable ?? ""
    let isSource = type.contains("dispatch_source")
    let isDispatch = isSource || type.contains("dispatch")
    let root =
      isDispatch
      ? Root(kind: .dispatch, name: isSource ? "dispatch source" : "dispatch queue")
      : Root(kind: .memory, name: "memory that Swift does not describe")
    return RootFinder.Evidence(
      root: root, holder: ChainObject(name: root.name, address: address), label: "",
      isExact: false)
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
