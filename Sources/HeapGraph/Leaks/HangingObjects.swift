/// What hangs off rings without being in one: kept by them, and freed with them.
///
/// An object that several rings keep counts for the first of them, as one of them alone would keep
/// it as well. Rings further up come first, as what they keep includes what lower ones do.
struct HangingObjects {
  private let graph: ReferenceGraph
  private let labelled: LabelledGraph
  private let components: StrongComponents
  private let groups: RingGroups
  /// By cluster.
  private(set) var tallies: [TypeTallies]

  /// Prepares for the rings found.
  init(
    graph: ReferenceGraph, labelled: LabelledGraph, components: StrongComponents,
    groups: RingGroups
  ) {
    self.graph = graph
    self.labelled = labelled
    self.components = components
    self.groups = groups
    tallies = Array(repeating: TypeTallies(), count: groups.clusters.count)
  }

  /// Gives every leaked object that is in no ring to a ring that leads to it.
  mutating func attribute(_ leaked: [UInt32]) {
    guard labelled.count > groups.clusters.reduce(0, { $0 + $1.objects }) else { return }
    // Components come out of Tarjan's algorithm lowest first.
    var members: [[UInt32]] = Array(repeating: [], count: components.sizes.count)
    var place = [UInt32](repeating: .max, count: graph.count)
    for (index, node) in labelled.nodes.enumerated() {
      place[Int(node)] = UInt32(truncatingIfNeeded: index)
      let component = Int(components.component[Int(node)])
      if components.isCyclic[component] { members[component].append(node) }
    }
    var isTaken = [Bool](repeating: false, count: graph.count)
    for component in members.indices.reversed() where !members[component].isEmpty {
      let cluster = Int(groups.clusterOfComponent[component])
      var pending = members[component]
      while let node = pending.popLast() {
        for target in graph.targets(of: Int(node)) {
          let other = components.component[target]
          guard other != StrongComponents.none, !components.isCyclic[Int(other)],
            !isTaken[target]
          else { continue }
          isTaken[target] = true
          pending.append(UInt32(truncatingIfNeeded: target))
          let index = Int(place[target])
          tallies[cluster].add(labelled.types[index], bytes: Int(labelled.sizes[index]))
        }
      }
    }
  }
}
