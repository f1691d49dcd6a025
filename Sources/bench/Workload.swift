/// The heap that is measured: a list of nodes, each with a closure, so two objects a node.
///
/// Compiled into `bench`, and by `bench` into programs for LeakSanitizer and Valgrind.
enum Workload {
  final class Node {
    var next: Node?
    var action: (() -> Int)?
    var number = 0
  }

  nonisolated(unsafe) static var head: Node?

  /// Builds the list; it lives until the program ends.
  @inline(never) static func build(nodes: Int) {
    for index in 0..<nodes {
      let node = Node()
      let other = node.number
      node.action = { index + other }
      node.next = head
      head = node
    }
  }

  /// Takes the list apart node by node, which recursion could not do.
  @inline(never) static func takeApart() {
    while let node = head {
      head = node.next
      node.next = nil
    }
  }
}
