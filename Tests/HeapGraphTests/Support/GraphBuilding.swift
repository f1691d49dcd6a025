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
    var graph = ReferenceGraph()
    for name in names {
      var traits: ReferenceGraph.Traits = .isCounted
      var outside: Int32 = 0
      for mark in marks[name] ?? [] {
        switch mark {
        case "task": traits.insert(.isRunning)
        case "static": traits.insert(.isImmortal)
        case "gone": traits.insert(.isDestroyed)
        default: outside = Int32(mark) ?? 0
        }
      }
      graph.traits.append(traits)
      graph.outside.append(outside)
      for target in targets[name] ?? [] {
        graph.targets.append(UInt32(names.firstIndex(of: target) ?? 0))
      }
      graph.starts.append(UInt32(graph.targets.count))
    }
    self.names = names
    self.graph = graph
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
