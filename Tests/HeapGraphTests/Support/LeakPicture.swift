@testable import HeapGraph

/// What is leaked in a picture, as the search for leaks would have it before anything is drawn.
///
/// A node's type is its name without the number: `Row1` and `Row2` are two rows. A reference's label
/// is its place in the node's line, but for a type in small letters, which is storage: there all
/// references stand in one place. Types that begin with `Lib` are a library's. A block is 16 bytes.
struct LeakPicture {
  let picture: Picture
  let leaked: [UInt32]
  let components: StrongComponents
  let labelled: LabelledGraph
  let groups: RingGroups
  let types: [TypeCatalog.Entry]

  init(_ text: String) {
    picture = Picture(text)
    let (names, graph) = (picture.names, picture.graph)
    leaked = graph.leaked
    components = StrongComponents(graph, among: leaked)
    let typeOf = names.map { String($0.prefix { !$0.isNumber }) }
    let typeNames = Set(typeOf).sorted()
    types = typeNames.map { name in
      TypeCatalog.Entry(
        name: name, module: "m", kind: .instance, isLibrary: name.hasPrefix("Lib"),
        isOfReader: false)
    }
    func type(_ node: UInt32) -> UInt32 {
      UInt32(typeNames.firstIndex(of: typeOf[Int(node)]) ?? 0)
    }
    var (starts, targets, steps) = ([0 as UInt32], [UInt32](), [UInt32]())
    for node in leaked {
      let component = Int(components.component[Int(node)])
      for (place, target) in graph.targets(of: Int(node)).enumerated()
      where components.isCyclic[component] {
        guard let number = leaked.firstIndex(of: UInt32(target)) else { continue }
        let isStorage = typeOf[Int(node)].first?.isLowercase ?? false
        targets.append(UInt32(number))
        steps.append(type(node) * 1000 + UInt32(isStorage ? 0 : place))
      }
      starts.append(UInt32(targets.count))
    }
    labelled = LabelledGraph(
      nodes: leaked, types: leaked.map(type), sizes: leaked.map { _ in 16 }, starts: starts,
      targets: targets, steps: steps)
    groups = RingGroups(
      labelled, components: components,
      ranks: typeNames.map { $0.first?.isLowercase ?? true ? 0 : 1 },
      isUserCode: types.map { !$0.isLibrary })
  }

  /// The components, one a line in alphabetical order: `ring: A B`, or `A` alone.
  var parts: String {
    components.sizes.indices.map { place in
      let members = picture.names.indices.filter { components.component[$0] == UInt32(place) }
      let names = members.map { picture.names[$0] }.sorted().joined(separator: " ")
      return components.isCyclic[place] ? "ring: \(names)" : names
    }.sorted().joined(separator: "\n")
  }

  /// What is leaked by kinds, one a line: how many groups of what, their rings, what they keep.
  ///
  /// `2 of A B: 2 × 2 links; keeps 3 Cargo`.
  var kinds: String {
    var hanging = HangingObjects(
      graph: picture.graph, labelled: labelled, components: components, groups: groups)
    hanging.attribute(leaked)
    return groups.clusters.indices.map { place in
      let cluster = groups.clusters[place]
      let members = labelled.nodes.indices.filter { index in
        let component = Int(components.component[Int(labelled.nodes[index])])
        return groups.clusterOfComponent[component] == UInt32(place)
      }
      let names = Set(members.map { types[Int(labelled.types[$0])].name }).sorted()
      let rings = cluster.rings.map(\.group).map { "\($0.count) × \($0.length)" }.sorted()
      let kept = hanging.tallies[place].sorted(by: types).map { "\($0.count) \($0.type)" }
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
  var leaked: [UInt32] {
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
    }.map { UInt32($0) }
  }
}
