/// All living objects by type.
struct HeapCensus {
  /// The program's own types first, then the largest.
  let tallies: [TypeTally]

  /// Counts the objects of a heap.
  init(heap: FrozenHeap, catalog: TypeCatalog) {
    let graph = LabelledGraph(heap, catalog: catalog, hasEdges: false) { heap.graph.isAlive($0) }
    var tallies = TypeTallies()
    for node in 0..<graph.count where !graph.entries[Int(graph.types[node])].isOfReader {
      tallies.add(graph.types[node], bytes: Int(graph.sizes[node]))
    }
    self.tallies = tallies.sorted(by: graph.entries)
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
    let graph = LabelledGraph(heap, catalog: catalog, hasEdges: false) { heap.graph.isAlive($0) }
    let isMeant = graph.entries.map { $0.name == type || "\($0.module).\($0.name)" == type }
    let search = HolderSearch(heap: heap)
    var places: [String: Int] = [:]
    for node in 0..<graph.count where isMeant[Int(graph.types[node])] {
      count += 1
      guard count <= Self.objectsLookedAt,
        let holders = search.holders(
          of: graph.blocks.address(of: node), limit: 4, findsBystanders: false)
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
