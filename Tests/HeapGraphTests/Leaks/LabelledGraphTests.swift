import Testing

@testable import HeapGraph

@Suite(.enabled(if: canReadHeap, "the heap is read on Linux only"))
struct LabelledGraphTests {
  /// Whatever the test program's heap has in it, read in two ways.
  @Test func `labelled references are the graph's own, as often as it has them`() throws {
    let heap = try FrozenHeap(process: FrozenProcess())
    let wants = heap.graph.traits.map { $0.contains(.isDestroyed) ? 0 : 2 as UInt8 }
    let labelled = LabelledGraph(heap, catalog: TypeCatalog(heap: heap), wants: wants)
    #expect(labelled.nodes.map(Int.init) == wants.indices.filter { wants[$0] == 2 })
    var differences: [String] = []
    for (index, node) in labelled.nodes.enumerated() {
      let found = labelled.edges(of: index).map { Int(labelled.nodes[Int(labelled.targets[$0])]) }
      let expected = heap.graph.targets(of: Int(node)).filter { wants[$0] == 2 }
      if found.sorted() != expected.sorted() {
        differences.append(
          "\(heap.shape(of: Int(node))?.name ?? "?"): \(found.count), not \(expected.count)")
      }
    }
    #expect(differences == [])
  }

  @Test func `what is wanted without its references has none, and nobody refers to the rest`()
    throws
  {
    let heap = try FrozenHeap(process: FrozenProcess())
    let wants = heap.graph.traits.indices.map { UInt8($0 % 3) }
    let labelled = LabelledGraph(heap, catalog: TypeCatalog(heap: heap), wants: wants)
    for (index, node) in labelled.nodes.enumerated() {
      #expect(wants[Int(node)] == 2 || labelled.edges(of: index).isEmpty)
    }
    #expect(labelled.nodes.allSatisfy { wants[Int($0)] != 0 })
    #expect(labelled.sizes == labelled.nodes.map { UInt32(heap.bytes(of: Int($0)).count) })
  }
}
