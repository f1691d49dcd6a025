import Testing

@testable import HeapGraph

@Suite(.enabled(if: canReadHeap, "the heap is read on Linux only"))
struct LabelledGraphTests {
  /// Whatever the test program's heap has in it, read in two ways.
  @Test func `labelled references are the graph's own, as often as it has them`() throws {
    let heap = try FrozenHeap(process: FrozenProcess())
    func isWanted(_ node: Int) -> Bool {
      node % 3 > 0 && !heap.graph.traits[node].contains(.isDestroyed)
    }
    let nodes = (0..<heap.graph.count).filter(isWanted)
    let catalog = TypeCatalog(heap: heap)
    let labelled = LabelledGraph(heap, catalog: catalog, isWanted: isWanted)
    #expect(labelled.count == nodes.count)
    var differences: [String] = []
    for (index, node) in nodes.enumerated() {
      let found = labelled.edges(of: index).map { nodes[Int(labelled.edges[$0].target)] }
      let expected = heap.graph.targets(of: node).filter(isWanted)
      if found.sorted() != expected.sorted() {
        differences.append(
          "\(heap.shape(of: node)?.name ?? "?"): \(found.count), not \(expected.count)")
      }
      #expect(Int(labelled.sizes[index]) == heap.bytes(of: node).count)
      #expect(labelled.blocks.address(of: index) == heap.blocks.address(of: node))
    }
    #expect(differences == [])
    let bare = LabelledGraph(heap, catalog: catalog, hasEdges: false, isWanted: isWanted)
    #expect(bare.count == nodes.count)
    #expect(bare.edges.isEmpty)
  }
}
