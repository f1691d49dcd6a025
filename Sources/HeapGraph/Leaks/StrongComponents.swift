/// The parts of a graph whose nodes all lead to each other.
///
/// Tarjan's algorithm without recursion: one pass over nodes and edges.
struct StrongComponents {
  /// The component of each node; `none` where the node wasn't asked for.
  private(set) var component: [UInt32]
  /// How many nodes each component has.
  private(set) var sizes: [Int] = []
  /// Whether each component has a ring: several nodes, or one that refers to itself.
  private(set) var isCyclic: [Bool] = []

  static let none = UInt32.max

  /// Finds the components among `nodes`, over references that stay among them.
  ///
  /// - Parameters:
  ///   - graph: the graph.
  ///   - nodes: the nodes to look at.
  init(_ graph: ReferenceGraph, among nodes: [UInt32]) {
    let count = graph.count
    component = Array(repeating: Self.none, count: count)
    // Numbers in the order of finding, from 1; 0 is "not found yet", `outside` "not asked for".
    let outside = UInt32.max
    var number = Array(repeating: outside, count: count)
    for node in nodes { number[Int(node)] = 0 }
    var low = Array(repeating: 0 as UInt32, count: nodes.isEmpty ? 0 : count)
    var stack: [UInt32] = []
    var path: [(node: UInt32, edge: UInt32)] = []
    var next: UInt32 = 1
    let lists = PlainLists(graph, of: nodes)
    lists.starts.withUnsafeBufferPointer { starts in
      lists.targets.withUnsafeBufferPointer { targets in
        number.withUnsafeMutableBufferPointer { number in
          low.withUnsafeMutableBufferPointer { low in
            for root in nodes where number[Int(root)] == 0 {
              number[Int(root)] = next
              low[Int(root)] = next
              next += 1
              stack.append(root)
              path.append((root, starts[Int(root)]))
              while let (node, edge) = path.last {
                if targets[Int(edge)] != Self.none {
                  path[path.count - 1].edge = edge + 1
                  let target = targets[Int(edge)]
                  let seen = number[Int(target)]
                  if seen == outside { continue }
                  if seen == 0 {
                    number[Int(target)] = next
                    low[Int(target)] = next
                    next += 1
                    stack.append(target)
                    path.append((target, starts[Int(target)]))
                  } else if component[Int(target)] == Self.none {
                    low[Int(node)] = min(low[Int(node)], seen)
                  }
                  continue
                }
                path.removeLast()
                if let parent = path.last?.node {
                  low[Int(parent)] = min(low[Int(parent)], low[Int(node)])
                }
                if low[Int(node)] == number[Int(node)] {
                  close(
                    node, &stack, refersToItself: graph.targets(of: Int(node)).contains(Int(node)))
                }
              }
            }
          }
        }
      }
    }
  }

  /// Takes a component, which `root` was the first found of, off the stack.
  private mutating func close(
    _ root: UInt32, _ stack: inout [UInt32], refersToItself: @autoclosure () -> Bool
  ) {
    let place = UInt32(truncatingIfNeeded: sizes.count)
    var size = 0
    while let node = stack.popLast() {
      component[Int(node)] = place
      size += 1
      if node == root { break }
    }
    sizes.append(size)
    isCyclic.append(size > 1 || refersToItself())
  }
}

/// The references of some nodes as plain numbers, for who leaves a list and comes back to it.
private struct PlainLists {
  /// Where each node's list begins in `targets`; each ends with `StrongComponents.none`.
  private(set) var starts: [UInt32]
  private(set) var targets: [UInt32] = []

  init(_ graph: ReferenceGraph, of nodes: [UInt32]) {
    starts = Array(repeating: 0, count: graph.count)
    targets.reserveCapacity(nodes.count * 3)
    for node in nodes {
      starts[Int(node)] = UInt32(truncatingIfNeeded: targets.count)
      append(graph, Int(node))
    }
  }

  private mutating func append(_ graph: ReferenceGraph, _ node: Int) {
    if !graph.traits[node].contains(.isDestroyed) {
      graph.references.withView { view in
        view.forEachTarget(of: node) { targets.append(UInt32(truncatingIfNeeded: $0)) }
      }
    }
    targets.append(StrongComponents.none)
  }
}
