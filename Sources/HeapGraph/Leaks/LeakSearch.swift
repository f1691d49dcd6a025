/// Finds what nothing will ever free, and says it in as few words as there are kinds of it.
///
/// What nothing outside holds is found by counting: retain counts less references found, then a
/// walk from all that is held. What the walk didn't reach is leaked, and proved to be. Its strong
/// components are the rings; the rest of it hangs off one. Rings that are alike are put together
/// before any is drawn, so that names cost what there are kinds, not what there are objects.
/// Cost: linear in blocks and references.
struct LeakSearch {
  let heap: FrozenHeap
  let catalog: TypeCatalog
  private let stackPointers: [UInt]
  private let exitingStack: UInt?
  private let suspects: Set<UInt>?

  /// How many kinds of leak are drawn.
  private static let leaksDrawn = 1000
  /// How many kinds of ring are drawn of one kind of leak.
  private static let ringsDrawn = 8

  /// Prepares a search; for what is told of stacks see `MentionedBlocks`, of suspects `LostTasks`.
  init(
    heap: FrozenHeap, stackPointers: [UInt] = [], exitingStack: UInt? = nil,
    suspects: Set<UInt>? = nil
  ) {
    self.suspects = suspects
    self.heap = heap
    self.stackPointers = stackPointers
    self.exitingStack = exitingStack
    catalog = TypeCatalog(heap: heap)
  }

  /// Searches the heap.
  func findings() -> LeakFindings {
    let graph = heap.graph
    let walk = Traversal(graph, from: (0..<graph.count).lazy.filter(graph.isHeldFromOutside))
    let isLeaked = { !walk.reached($0) && graph.isAlive($0) }
    let lost = LostTasks(
      heap: heap, catalog: catalog, stackPointers: stackPointers, exitingStack: exitingStack,
      suspects: suspects
    ).find(besides: isLeaked)
    var findings = findings(in: LabelledGraph(heap, catalog: catalog, isWanted: isLeaked))
    findings.lostTasks = lost.tasks
    findings.living = LivingRings(heap: heap, catalog: catalog).find(besides: lost.nodes)
    return findings
  }

  private func findings(in leaked: LabelledGraph) -> LeakFindings {
    guard leaked.count > 0 else { return LeakFindings() }
    let components = StrongComponents(leaked)
    let groups = RingGroups(
      leaked, components: components, ranks: leaked.entries.map(Self.rank))
    let kept = HangingObjects(leaked, components: components, groups: groups)
    var types = TypeTallies()
    for node in 0..<leaked.count {
      types.add(leaked.types[node], bytes: Int(leaked.sizes[node]))
    }
    var writer = RingWriter(heap: heap, graph: leaked, components: components)
    let order = groups.clusters.indices.sorted { first, second in
      let (a, b) = (groups.clusters[first], groups.clusters[second])
      if a.hasUserCode != b.hasUserCode { return a.hasUserCode }
      return (b.bytes, first) < (a.bytes, second)
    }
    var leaks: [Leak] = []
    for place in order.prefix(Self.leaksDrawn) {
      let cluster = groups.clusters[place]
      let leak = Leak(
        rings: writer.rings(of: cluster, limit: Self.ringsDrawn), count: cluster.count,
        isLibrary: !cluster.hasUserCode, objects: cluster.objects, bytes: cluster.bytes,
        kept: kept.tallies[place].sorted(by: leaked.entries))
      leaks.append(leak)
    }
    return LeakFindings(
      types: types.sorted(by: leaked.entries), leaks: Self.merged(leaks),
      omitted: max(0, order.count - Self.leaksDrawn))
  }

  /// What to begin a ring with, as a person would: an object of the program's own.
  private static func rank(_ entry: TypeCatalog.Entry) -> Int {
    switch (entry.kind, entry.isLibrary) {
    case (.instance, false): 3
    case (.instance, true): 2
    case (.task, _): 1
    default: 0
    }
  }

  /// Puts together what turned out to be drawn alike, and sorts it.
  private static func merged(_ leaks: [Leak]) -> [Leak] {
    var places: [[String]: Int] = [:]
    var merged: [Leak] = []
    for leak in leaks {
      let key = leak.rings.map(\.signature).sorted()
      guard let place = places[key] else {
        places[key] = merged.count
        merged.append(leak)
        continue
      }
      for ring in leak.rings {
        guard let same = merged[place].rings.firstIndex(where: { $0.signature == ring.signature })
        else { continue }
        merged[place].rings[same].count += ring.count
      }
      merged[place].count += leak.count
      merged[place].objects += leak.objects
      merged[place].bytes += leak.bytes
      merged[place].kept = TypeTally.merged(merged[place].kept + leak.kept)
    }
    return merged.sorted { first, second in
      if first.isLibrary != second.isLibrary { return second.isLibrary }
      let sizes = (first.bytes + first.kept.bytes, second.bytes + second.kept.bytes)
      if sizes.0 != sizes.1 { return sizes.0 > sizes.1 }
      return first.rings.first?.shape ?? "" < second.rings.first?.shape ?? ""
    }
  }
}

extension TypeTally {
  /// The tallies with those of one type together, the program's own first, then the largest.
  public static func merged(_ tallies: [TypeTally]) -> [TypeTally] {
    var merged: [TypeTally] = []
    for tally in tallies {
      if let place = merged.firstIndex(where: {
        ($0.type, $0.module, $0.isLibrary) == (tally.type, tally.module, tally.isLibrary)
      }) {
        merged[place].count += tally.count
        merged[place].bytes += tally.bytes
      } else {
        merged.append(tally)
      }
    }
    return merged.sorted { first, second in
      if first.isLibrary != second.isLibrary { return second.isLibrary }
      return (second.bytes, first.type) < (first.bytes, second.type)
    }
  }
}

extension [TypeTally] {
  /// The objects of all types.
  public var objects: Int { reduce(0) { $0 + $1.count } }
  /// The bytes of all types.
  public var bytes: Int { reduce(0) { $0 + $1.bytes } }
}

extension HeapSnapshot {
  /// Finds everything that nothing will ever free.
  ///
  /// - Returns: the findings; empty in a healthy program.
  public func leaks() -> LeakFindings {
    withHeap { LeakSearch(heap: $0).findings() }
  }
}
