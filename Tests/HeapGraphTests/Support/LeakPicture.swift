@testable import HeapGraph

/// What is leaked in a picture, as the search for leaks would have it before anything is drawn.
///
/// A node's type is its name without the number: `Row1` and `Row2` are two rows. A reference's label
/// is its place in the node's line, but for a type in small letters, which is storage: there all
/// references stand in one place. Types that begin with `Lib` are a library's. A block is 16 bytes.
struct LeakPicture {
  let picture: Picture
  /// The names of the nodes that are leaked.
  let nodes: [String]
  let labelled: LabelledGraph
  let components: StrongComponents
  let groups: RingGroups

  init(_ text: String) {
    picture = Picture(text)
    let (names, graph) = (picture.names, picture.graph)
    let leaked = graph.leaked
    nodes = leaked.map { names[$0] }
    let typeOf = names.map { String($0.prefix { !$0.isNumber }) }
    let typeNames = Set(typeOf).sorted()
    func type(_ node: Int) -> UInt32 { UInt32(typeNames.firstIndex(of: typeOf[node]) ?? 0) }
    labelled = LabelledGraph(
      nodes: leaked.map { node in
        let isStorage = typeOf[node].first?.isLowercase ?? false
        let edges = graph.targets(of: node).enumerated().compactMap { place, target in
          leaked.firstIndex(of: target).map {
            LabelledGraph.Edge(
              target: UInt32($0), label: type(node) * 1000 + UInt32(isStorage ? 0 : place))
          }
        }
        return (type: type(node), bytes: 16, edges: edges)
      },
      entries: typeNames.map { name in
        TypeCatalog.Entry(
          name: name, module: "m", kind: .instance, isLibrary: name.hasPrefix("Lib"),
          isOfReader: false)
      })
    components = StrongComponents(labelled)
    groups = RingGroups(
      labelled, components: components,
      ranks: typeNames.map { $0.first?.isLowercase ?? true ? 0 : 1 })
  }

  /// The components, one a line in alphabetical order: `ring: A B`, or `A` alone.
  var parts: String {
    let rings = (0..<components.count).map { place in
      let members = components.members[components.places(of: place)]
      return "ring: " + members.map { nodes[Int($0)] }.sorted().joined(separator: " ")
    }
    let alone = nodes.indices.filter {
      components.component(of: UInt32($0)) == StrongComponents.none
    }
    return (rings + alone.map { nodes[$0] }).sorted().joined(separator: "\n")
  }

  /// What is leaked by kinds, one a line: how many groups of what, their rings, what they keep.
  ///
  /// `2 of A B: 2 × 2 links; keeps 3 Cargo`.
  var kinds: String {
    let hanging = HangingObjects(labelled, components: components, groups: groups)
    return groups.clusters.indices.map { place in
      let cluster = groups.clusters[place]
      let members = nodes.indices.filter { node in
        let component = components.component(of: UInt32(node))
        return component != StrongComponents.none
          && groups.clusterOfComponent[Int(component)] == UInt32(place)
      }
      let names = Set(members.map { labelled.entries[Int(labelled.types[$0])].name }).sorted()
      let rings = cluster.rings.map(\.group).map { "\($0.count) × \($0.length)" }.sorted()
      let kept = hanging.tallies[place].sorted(by: labelled.entries).map {
        "\($0.count) \($0.type)"
      }
      return "\(cluster.count) of \(names.joined(separator: " "))"
        + ", \(cluster.objects) objects, \(cluster.bytes) bytes"
        + (cluster.hasUserCode ? "" : ", a library's")
        + ": \(rings.joined(separator: ", "))"
        + (kept.isEmpty ? "" : "; keeps \(kept.joined(separator: ", "))")
    }.sorted().joined(separator: "\n")
  }
}

extension ReferenceGraph {
  /// What lives and can't be reached from anything that is held from outside, found the slow way.
  var leaked: [Int] {
    var isReached = (0..<count).map(isHeldFromOutside)
    var grows = true
    while grows {
      grows = false
      for node in 0..<count where isReached[node] {
        for target in targets(of: node) where !isReached[target] {
          isReached[target] = true
          grows = true
        }
      }
    }
    return (0..<count).filter {
      !isReached[$0] && traits[$0].contains(.isCounted) && !traits[$0].contains(.isDestroyed)
    }
  }
}
