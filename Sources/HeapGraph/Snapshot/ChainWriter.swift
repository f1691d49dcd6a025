/// Turns routes of nodes into chains of named links.
///
/// Storage that a reader doesn't think of as an object is looked through, its labels joined:
/// `children` and `[0]` make `children[0]`. Objects that share a name are numbered.
struct ChainWriter {
  private let names: ObjectNames
  private let heap: FrozenHeap
  private var hidesLabels = false

  /// Makes a writer for the objects of one heap.
  init(heap: FrozenHeap) {
    self.heap = heap
    names = ObjectNames(heap: heap)
  }

  /// The chains of one route: one for each reference that its last pair of objects has.
  mutating func chains(of route: Route, root: Root?, isExact: Bool = true) -> [OwnershipChain] {
    let start = object(route.path[0])
    var lasts: [[ChainLink]] = [[]]
    switch route.start {
    case .ring:
      let ring = links(along: route.loop + [route.loop[0]], from: start)
      if route.path.count == 1 { return ring.map { OwnershipChain(kind: .ring, links: $0) } }
      let round = ring.first ?? []
      lasts = links(along: route.path, from: start).map { round + $0 }
      return lasts.map { OwnershipChain(kind: .ring, links: $0) }
    case .root:
      if route.path.count > 1 { lasts = links(along: route.path, from: start) }
      var back: [ChainLink] = []
      if route.loop.count > 1 {
        let target = object(route.loop[0])
        back = links(along: route.loop, from: target).first ?? []
      }
      return lasts.map { OwnershipChain(kind: .root, root: root, links: $0 + back) }
    }
  }

  /// The links along a way, once for each reference between its last two nodes.
  private mutating func links(along way: [Int], from start: ChainObject) -> [[ChainLink]] {
    var links: [ChainLink] = []
    var from = start
    var pending = ""
    var fromClosure = heap.shape(of: way[0])?.kind == .context
    for index in 1..<way.count {
      let alternatives = names.steps(from: way[index - 1], to: way[index])
      if index == way.count - 1 {
        guard !alternatives.isEmpty else { return [] }
        return alternatives.map { steps in
          var all = links
          var (object, label, closure) = (from, pending, fromClosure)
          append(
            steps, to: &all, from: &object, pending: &label, fromClosure: &closure, isLast: true)
          return all
        }
      }
      guard let steps = alternatives.first else { return [] }
      append(
        steps, to: &links, from: &from, pending: &pending, fromClosure: &fromClosure,
        isLast: false)
    }
    return [links]
  }

  private mutating func append(
    _ steps: [ObjectNames.Step], to links: inout [ChainLink], from: inout ChainObject,
    pending: inout String, fromClosure: inout Bool, isLast: Bool
  ) {
    for step in steps {
      var label = hidesLabels ? pending : Label.join(pending, step.label)
      if names.hidesInnerLabels(step.node) { hidesLabels = true }
      if !isLast, names.isTransparent(step.node, reachedBy: step) {
        pending = label
        continue
      }
      if fromClosure, !label.hasPrefix("captures") {
        label = label.isEmpty || label.hasPrefix("[") ? "captures" + label : "captures \(label)"
      }
      let to = object(step.node, name: step.name.isEmpty ? "closure" : step.name)
      links.append(ChainLink(from: from, label: label, to: to))
      from = to
      pending = ""
      hidesLabels = false
      fromClosure = heap.shape(of: step.node)?.kind == .context
    }
  }

  /// Names an object; its number is decided at the end, by `ObjectNumbers`.
  func object(_ node: Int, name: String? = nil) -> ChainObject {
    ChainObject(name: name ?? names.name(of: node), address: heap.blocks.address(of: node))
  }

  /// The links of a chain with a link from an outside holder put before them.
  ///
  /// Storage at the chain's beginning is looked through here as well.
  func links(
    _ links: [ChainLink], to first: Int, heldBy holder: ChainObject,
    by evidence: RootFinder.Evidence
  ) -> [ChainLink] {
    var links = links
    let shape = heap.shape(of: first)
    if !links.isEmpty, shape?.kind == .block || shape?.isTransparent == true {
      links[0].from = holder
      links[0].label = Label.join(evidence.label, links[0].label)
      links[0].isExact = evidence.isExact
      return links
    }
    let object = links.first?.from ?? object(first)
    return [
      ChainLink(from: holder, label: evidence.label, to: object, isExact: evidence.isExact)
    ] + links
  }

  /// The links of a shortest way from one node to another, none if there is no way.
  mutating func way(from node: Int, to end: Int) -> [ChainLink] {
    let walk = Traversal(heap.graph, from: [node], until: [end])
    guard node != end, walk.reached(end) else { return [] }
    return links(along: walk.way(to: end), from: object(node)).first ?? []
  }
}

/// Gives numbers to objects that share a name.
struct ObjectNumbers {
  private var seen: [String: [UInt]] = [:]

  /// Looks through chains, in order, for objects that share a name.
  init(_ chains: [OwnershipChain], first: ChainObject) {
    note(first)
    for chain in chains {
      for link in chain.links {
        note(link.from)
        note(link.to)
      }
    }
  }

  private mutating func note(_ object: ChainObject) {
    if seen[object.name]?.contains(object.address) != true {
      seen[object.name, default: []].append(object.address)
    }
  }

  /// The object with its number, if it needs one.
  func numbered(_ object: ChainObject) -> ChainObject {
    var object = object
    if let all = seen[object.name], all.count > 1 {
      object.number = all.firstIndex(of: object.address).map { $0 + 1 }
    }
    return object
  }

  /// The chain with its objects numbered.
  func numbered(_ chain: OwnershipChain) -> OwnershipChain {
    var chain = chain
    chain.links = chain.links.map { link in
      var link = link
      link.from = numbered(link.from)
      link.to = numbered(link.to)
      return link
    }
    return chain
  }
}
