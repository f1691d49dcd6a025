/// Answers what keeps one object alive: searches, names, and looks for what holds from outside.
struct HolderSearch {
  let heap: FrozenHeap

  /// How many routes are looked at before the cap says "and n more".
  private static let routesConsidered = 64

  /// Finds the holders of the object at an address.
  func holders(of address: UInt, limit: Int, findsBystanders: Bool) -> Holders? {
    guard let target = heap.blocks.index(of: address),
      heap.graph.traits[target].contains(.isCounted)
    else { return nil }
    let names = ObjectNames(heap: heap)
    let object = ChainObject(name: names.name(of: target), address: address)
    let result = ChainSearch(graph: heap.graph).routes(to: target)
    var writer = ChainWriter(heap: heap)
    let roots = RootFinder(heap: heap)
    var chains: [OwnershipChain] = []
    for route in result.routes.prefix(Self.routesConsidered) {
      chains.append(contentsOf: write(route, writer: &writer, roots: roots))
    }
    if heap.graph.traits[target].contains(.isDestroyed) {
      chains += globals(referringTo: object)
    }
    chains.sort { first, second in
      let certainty = (Self.certainty(of: first), Self.certainty(of: second))
      if certainty.0 != certainty.1 { return certainty.0 < certainty.1 }
      if first.links.count != second.links.count { return first.links.count < second.links.count }
      let labels = (first.links.map(\.label), second.links.map(\.label))
      if labels.0 != labels.1 { return labels.0.lexicographicallyPrecedes(labels.1) }
      return first.root?.name ?? "" < second.root?.name ?? ""
    }
    let omitted =
      max(0, chains.count - limit) + max(0, result.routes.count - Self.routesConsidered)
    chains = Array(chains.prefix(limit))
    let bystanders = findsBystanders ? BystanderSearch(heap: heap).references(to: object) : []
    let all = OwnershipChain(kind: .root, links: bystanders)
    let numbers = ObjectNumbers(chains + [all], first: object)

    var count: Int?
    var isDestroyed = false
    if case .counted(let strong, let destroyed) = heap.retainCount(of: target) {
      count = strong
      isDestroyed = destroyed
    }
    return Holders(
      object: numbers.numbered(object), retainCount: count, isDestroyed: isDestroyed,
      proof: proof(result, chains: chains, target: target),
      chains: chains.map(numbers.numbered), omitted: omitted,
      bystanders: numbers.numbered(all).links)
  }

  /// What is known of a chain: 0 all of it, 1 a part is a guess, 2 nobody knows where it begins.
  private static func certainty(of chain: OwnershipChain) -> Int {
    chain.root?.kind == .unseen ? 2 : chain.isExact ? 0 : 1
  }

  /// The global variables that refer to an object whose deinit has run: its count tells nothing.
  private func globals(referringTo object: ChainObject) -> [OwnershipChain] {
    GlobalRoots(heap: heap).holders(of: object.address).filter { $0.rank == .known }
      .compactMap { evidence in
        guard let holder = evidence.holder else { return nil }
        let link = ChainLink(from: holder, label: "", to: object, isExact: evidence.isExact)
        return OwnershipChain(kind: .root, root: evidence.root, links: [link])
      }
  }

  private func write(_ route: Route, writer: inout ChainWriter, roots: RootFinder)
    -> [OwnershipChain]
  {
    guard route.start == .root else { return writer.chains(of: route, root: nil) }
    let first = route.path[0]
    let back = { Traversal(heap.graph, from: [route.path.last ?? first]) }
    return roots.evidence(for: first, leadingBack: back).flatMap { evidence -> [OwnershipChain] in
      writer.chains(of: route, root: evidence.root).map { chain in
        guard let holder = evidence.holder else { return chain }
        var chain = chain
        chain.links = writer.links(chain.links, to: first, heldBy: holder, by: evidence)
        if let node = evidence.node, let target = route.path.last {
          chain.links.append(contentsOf: writer.way(from: target, to: node))
        }
        return chain
      }
    }
  }

  private func proof(_ result: ChainSearch.Result, chains: [OwnershipChain], target: Int)
    -> Holders.Proof
  {
    let isDestroyed = heap.graph.traits[target].contains(.isDestroyed)
    if result.isUnreachable, !isDestroyed { return .ring }
    if let root = chains.lazy.compactMap(\.root).first(where: { $0.kind != .unseen }) {
      return .root(root)
    }
    return .unseen(max(1, heap.graph.outside[target]))
  }
}
