/// All living objects by type.
struct HeapCensus {
  /// The program's own types first, then the largest.
  let tallies: [TypeTally]

  /// Counts the objects of a heap.
  init(heap: FrozenHeap, catalog: TypeCatalog) {
    let wants = heap.graph.traits.map { traits -> UInt8 in
      traits.contains(.isCounted) && !traits.contains(.isDestroyed) ? 1 : 0
    }
    let labelled = LabelledGraph(heap, catalog: catalog, wants: wants)
    var tallies = TypeTallies()
    for node in 0..<labelled.count where !catalog.entries[Int(labelled.types[node])].isOfReader {
      tallies.add(labelled.types[node], bytes: Int(labelled.sizes[node]))
    }
    self.tallies = tallies.sorted(by: catalog)
  }
}

/// The living objects of one type, those that are held alike together.
struct HeldObjects {
  /// The commonest first.
  private(set) var groups: [HeapReport.HeldAlike] = []
  /// How many objects there are, also of those not looked at.
  private(set) var count = 0

  /// How many objects are looked at: each costs a search of the whole graph.
  private static let objectsLookedAt = 64

  /// Finds the objects of a type, by its name with or without its module.
  init(heap: FrozenHeap, catalog: TypeCatalog, type: String) {
    let wants = heap.graph.traits.map { traits -> UInt8 in
      traits.contains(.isCounted) && !traits.contains(.isDestroyed) ? 1 : 0
    }
    let labelled = LabelledGraph(heap, catalog: catalog, wants: wants)
    let isMeant = catalog.entries.map { $0.name == type || "\($0.module).\($0.name)" == type }
    let search = HolderSearch(heap: heap)
    var places: [String: Int] = [:]
    for node in 0..<labelled.count where isMeant[Int(labelled.types[node])] {
      count += 1
      guard count <= Self.objectsLookedAt,
        let holders = search.holders(
          of: heap.blocks.address(of: Int(labelled.nodes[node])), limit: 4,
          findsBystanders: false)
      else { continue }
      let key = holders.chains.map(RingWriter.shape).joined(separator: "\n")
      if let place = places[key] {
        groups[place].count += 1
      } else {
        places[key] = groups.count
        groups.append(HeapReport.HeldAlike(holders: holders, count: 1))
      }
    }
    groups.sort { $1.count < $0.count }
  }
}
