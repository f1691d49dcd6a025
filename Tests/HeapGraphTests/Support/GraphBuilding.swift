@testable import HeapGraph

/// A small graph written as a picture.
///
/// One node a line: its name, then marks, then `->` and the names it refers to. The marks: `+2` two
/// references from outside, `-1` one found more than counted, `task` a running task, `static` never
/// freed, `gone` being destroyed. A name used only as a target is a node of its own.
struct Picture {
  private(set) var names: [String] = []
  let graph: ReferenceGraph

  init(_ text: String) {
    var names: [String] = []
    var marks: [String: [Substring]] = [:]
    var targets: [String: [String]] = [:]
    func note(_ name: String) {
      if !names.contains(name) { names.append(name) }
    }
    for line in text.split(separator: "\n") {
      let sides = line.split(separator: "->", maxSplits: 1)
      let words = sides[0].split(separator: " ")
      let name = String(words[0])
      note(name)
      marks[name] = Array(words.dropFirst())
      if sides.count > 1 {
        targets[name] = sides[1].split(separator: ",").map {
          $0.split(separator: " ").joined(separator: " ")
        }
        targets[name]?.forEach(note)
      }
    }
    let nodes = names.map { name -> ReferenceGraph.Node in
      var node = ReferenceGraph.Node()
      for mark in marks[name] ?? [] {
        switch mark {
        case "task": node.traits.insert(.isRunning)
        case "static": node.traits.insert(.isImmortal)
        case "gone": node.traits.insert(.isDestroyed)
        default: node.outside = Int(mark) ?? 0
        }
      }
      node.targets = (targets[name] ?? []).map { names.firstIndex(of: $0) ?? 0 }
      return node
    }
    self.names = names
    graph = ReferenceGraph(nodes)
  }

  /// The routes to a node, one a line: `ring: A -> B -> A`, `root: T -> A; back A -> T`.
  func routes(to name: String) -> String {
    guard let target = names.firstIndex(of: name) else { return "no such node" }
    let result = ChainSearch(graph: graph).routes(to: target)
    var lines = result.routes.map { route -> String in
      switch route.start {
      case .ring:
        let ring = "ring: " + write(route.loop + [route.loop[0]])
        return route.path.count > 1 ? ring + "; holds " + write(route.path) : ring
      case .root:
        let path = "root: " + write(route.path)
        return route.loop.count > 1 ? path + "; back " + write(route.loop) : path
      }
    }
    if result.isUnreachable { lines.append("never freed") }
    return lines.joined(separator: "\n")
  }

  private func write(_ nodes: [Int]) -> String {
    nodes.map { names[$0] }.joined(separator: " -> ")
  }
}

extension ReferenceGraph {
  /// A node as a test writes it down.
  struct Node {
    var traits: Traits = .isCounted
    /// What holds it from outside the graph.
    var outside = 0
    var targets: [Int] = []
  }

  /// Makes a graph of nodes that refer to each other by their places in the array.
  init(_ nodes: [Node]) {
    var writer = ReferenceLists.Writer()
    var retained = SmallCounts(count: nodes.count)
    retained.update { tally in
      for (index, node) in nodes.enumerated() {
        tally.add(node.outside, to: index)
        writer.open()
        for target in node.targets {
          writer.add(target)
          if !node.traits.contains(.isDestroyed) { tally.add(1, to: target) }
        }
        writer.close()
      }
    }
    self.init(
      traits: nodes.map(\.traits), retained: retained,
      references: ReferenceLists([ReferenceLists.Written(writer)]))
  }
}
