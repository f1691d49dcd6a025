/// Finds the references to an object that don't keep it alive: weak, unowned and unmanaged ones.
///
/// The graph has strong references only. So the heap is searched for the two words that such a
/// reference may be, the object's address and that of its side table; what the metadata of the
/// object around such a word says of it decides. Words that no metadata describes are left out.
/// Cost: two reads of the whole heap.
struct BystanderSearch {
  let heap: FrozenHeap
  private let names: ObjectNames

  /// Makes a search in one heap.
  init(heap: FrozenHeap) {
    self.heap = heap
    names = ObjectNames(heap: heap)
  }

  /// The references to an object, in the order of those who refer.
  func references(to object: ChainObject) -> [ChainLink] {
    mentions(of: object.address).flatMap { node -> [ChainLink] in
      heap.references(of: node)
        .filter { $0.strength != .strong && heap.target(of: $0) == object.address }
        .map { reference in
          let (from, label) = owner(of: node, label: reference.label)
          return ChainLink(from: from, label: label, to: object, strength: reference.strength)
        }
    }
  }

  /// The objects that have a word in them that means the object, or its side table.
  private func mentions(of address: UInt) -> [Int] {
    var words = [address]
    if let word = heap.memory.word(at: address + 8),
      case .inSideTable(let table)? = RetainCount(word: word)
    {
      words.append(table)
    }
    let search = WordSearch(memory: heap.memory)
    var nodes: Set<Int> = []
    for region in heap.blocks.regions {
      for word in words {
        let places = search.places(of: word, in: region.start..<region.end)
        nodes.formUnion(places.compactMap(heap.block(containing:)))
      }
    }
    return nodes.filter { heap.graph.traits[$0].contains(.isCounted) }.sorted()
  }

  /// The object that a reader thinks of as the one that refers: not a variable's box or an array's
  /// storage but what has it, and a closure by its name.
  private func owner(of node: Int, label: String) -> (ChainObject, String) {
    var (node, label) = (node, label)
    let search = ChainSearch(graph: heap.graph)
    for _ in 0..<8 {
      guard let shape = heap.shape(of: node),
        shape.isTransparent || shape.kind == .context || shape.kind == .block,
        let referrer = search.referrers(of: node).first,
        let step = names.steps(from: referrer, to: node).first?.last
      else { break }
      if shape.kind == .context, !step.name.isEmpty, step.name != "closure" {
        let closure = ChainObject(name: step.name, address: heap.blocks.address(of: node))
        return (closure, label.isEmpty ? "captures" : "captures \(label)")
      }
      label = Label.join(step.label, label)
      node = referrer
    }
    return (ChainObject(name: names.name(of: node), address: heap.blocks.address(of: node)), label)
  }
}
