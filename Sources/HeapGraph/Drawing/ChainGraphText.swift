/// Writes chains as graphs for other programs to draw.
public enum ChainGraphText {
  /// Writes chains as a Mermaid flowchart, which renders in a pull request.
  public static func mermaid(for chains: [OwnershipChain]) -> String {
    var text = "flowchart TD\n"
    let graph = Graph(chains)
    for (index, title) in graph.titles.enumerated() {
      text += "  n\(index + 1)[\"\(escaped(title))\"]\n"
    }
    for edge in graph.edges {
      let arrow = edge.isExact ? "-->" : "-.->"
      let label = edge.label.isEmpty ? "" : "|\"\(escaped(edge.label))\"|"
      text += "  n\(edge.from + 1) \(arrow)\(label) n\(edge.to + 1)\n"
    }
    return text
  }

  /// Writes chains in Graphviz's DOT language.
  public static func dot(for chains: [OwnershipChain]) -> String {
    var text = "digraph chains {\n  node [shape=box];\n"
    let graph = Graph(chains)
    for (index, title) in graph.titles.enumerated() {
      text += "  n\(index + 1) [label=\"\(quoted(title))\"];\n"
    }
    for edge in graph.edges {
      let style = edge.isExact ? "" : ", style=dashed"
      text += "  n\(edge.from + 1) -> n\(edge.to + 1) [label=\"\(quoted(edge.label))\"\(style)];\n"
    }
    return text + "}\n"
  }

  private struct Edge: Hashable {
    var from: Int
    var to: Int
    var label: String
    var isExact: Bool
  }

  /// The chains' objects and links, each once.
  private struct Graph {
    var titles: [String] = []
    var edges: [Edge] = []

    init(_ chains: [OwnershipChain]) {
      var places: [ChainObject: Int] = [:]
      var known: Set<Edge> = []
      func place(_ object: ChainObject, title: String? = nil) -> Int {
        if let place = places[object] { return place }
        places[object] = titles.count
        titles.append(title ?? object.title)
        return titles.count - 1
      }
      for chain in chains {
        for (index, link) in chain.links.enumerated() {
          let from = place(link.from, title: index == 0 ? chain.root?.description : nil)
          let edge = Edge(
            from: from, to: place(link.to), label: link.label, isExact: link.isExact)
          if known.insert(edge).inserted { edges.append(edge) }
        }
      }
    }
  }

  /// Mermaid wants entities for what it would take as syntax.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\"": result += "#quot;"
      case "#": result += "#35;"
      case "<": result += "#lt;"
      case ">": result += "#gt;"
      default: result.append(character)
      }
    }
    return result
  }

  private static func quoted(_ text: String) -> String {
    text.split(separator: "\\", omittingEmptySubsequences: false).joined(separator: "\\\\")
      .split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\\\"")
  }
}
