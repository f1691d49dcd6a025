/// The parts of a graph whose nodes all lead to each other: those with a ring, no others.
///
/// Tarjan's algorithm as Pearce has it, without recursion: one pass over nodes and edges, with one
/// number for each node. While a node is open, that is the lowest one that leads to it; once its
/// component is known, it stands for the component, and counts from the top.
struct StrongComponents {
  /// The nodes, those of a component together.
  private(set) var members: [UInt32] = []
  private var starts: [UInt32] = [0]
  private let numbers: ZeroedBuffer<UInt32>

  /// What stands for no component.
  static let none = UInt32.max

  /// How many components there are; what one leads to comes before it.
  var count: Int { starts.count - 1 }

  /// The component of a node; `none` if it is in no ring.
  @inline(__always)
  func component(of node: UInt32) -> UInt32 { Self.none &- 1 &- numbers[Int(node)] }

  /// The places of a component's nodes in `members`.
  func places(of component: Int) -> Range<Int> {
    Int(starts[component])..<Int(starts[component + 1])
  }

  /// A node on the way from where the search began.
  private struct Step {
    var node: UInt32
    /// The next of its references to follow, and the end of them.
    var edge: UInt32
    let end: UInt32
    /// Its number as it was met.
    let number: UInt32
  }

  /// Finds the components of a graph.
  init(_ graph: LabelledGraph) {
    numbers = ZeroedBuffer(count: graph.count)
    var (path, waiting): ([Step], [UInt32]) = ([], [])
    var next: UInt32 = 1
    func step(to node: UInt32) -> Step {
      let edges = graph.edges(of: Int(node))
      numbers[Int(node)] = next
      next += 1
      return Step(
        node: node, edge: UInt32(edges.lowerBound), end: UInt32(edges.upperBound),
        number: numbers[Int(node)])
    }
    for root in 0..<UInt32(graph.count) where numbers[Int(root)] == 0 {
      var current = step(to: root)
      while true {
        if current.edge < current.end {
          let target = graph.edges[Int(current.edge)].target
          current.edge += 1
          let seen = numbers[Int(target)]
          if seen == 0 {
            path.append(current)
            current = step(to: target)
          } else if seen < numbers[Int(current.node)] {
            numbers[Int(current.node)] = seen
          }
          continue
        }
        let lowest = numbers[Int(current.node)]
        if lowest == current.number {
          close(current, &waiting, graph)
        } else {
          waiting.append(current.node)
        }
        guard let parent = path.popLast() else { break }
        current = parent
        // One that was closed leads nowhere below.
        if lowest < numbers[Int(current.node)] { numbers[Int(current.node)] = lowest }
      }
    }
  }

  /// Takes a component, of which `first` was met first, from those that wait.
  private mutating func close(_ first: Step, _ waiting: inout [UInt32], _ graph: LabelledGraph) {
    let component = Self.none &- 1 &- UInt32(count)
    let size = members.count
    while let node = waiting.last, numbers[Int(node)] >= first.number {
      waiting.removeLast()
      numbers[Int(node)] = component
      members.append(node)
    }
    let isRing =
      members.count > size
      || graph.edges(of: Int(first.node)).contains { graph.edges[$0].target == first.node }
    numbers[Int(first.node)] = isRing ? component : Self.none
    guard isRing else { return }
    members.append(first.node)
    starts.append(UInt32(members.count))
  }
}
