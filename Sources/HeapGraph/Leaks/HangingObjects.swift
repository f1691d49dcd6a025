/// What hangs off rings without being in one: kept by them, and freed with them.
///
/// An object that several rings keep counts for the first of them, as one of them alone would keep
/// it as well. Rings further up come first, as what they keep includes what lower ones do.
struct HangingObjects {
  /// By cluster.
  private(set) var tallies: [TypeTallies]

  /// Gives every node that is in no ring to a ring that leads to it.
  init(_ graph: LabelledGraph, components: StrongComponents, groups: RingGroups) {
    tallies = Array(repeating: TypeTallies(), count: groups.clusters.count)
    guard graph.count > components.members.count else { return }
    let isTaken = ZeroedBuffer<Bool>(count: graph.count)
    // What a component leads to comes before it.
    for component in (0..<components.count).reversed() {
      let cluster = Int(groups.clusterOfComponent[component])
      var pending = Array(components.members[components.places(of: component)])
      while let node = pending.popLast() {
        for edge in graph.edges(of: Int(node)) {
          let target = graph.edges[edge].target
          guard components.component(of: target) == StrongComponents.none, !isTaken[Int(target)]
          else { continue }
          isTaken[Int(target)] = true
          pending.append(target)
          tallies[cluster].add(graph.types[Int(target)], bytes: Int(graph.sizes[Int(target)]))
        }
      }
    }
  }
}
