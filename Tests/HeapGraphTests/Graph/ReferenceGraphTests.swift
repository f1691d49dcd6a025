import Testing

@testable import HeapGraph

struct ReferenceGraphTests {
  @Test func `packed lists give back what was written, however far and however long`() {
    let far = 70_000_000
    let lists: [[Int]] = [
      [1], [], [0, 0, 3], [2, far, 0], Array(0..<1000), [], [6], [far - 1, 5], [8],
    ]
    let packed = ReferenceLists(
      [0..<3, 3..<lists.count].map { nodes in
        var writer = ReferenceLists.Writer(firstNode: nodes.lowerBound)
        for list in lists[nodes] {
          writer.open()
          for target in list { writer.add(target) }
          writer.close()
        }
        return ReferenceLists.Written(writer)
      })
    #expect(packed.count == lists.count)
    for node in lists.indices { #expect(packed.targets(of: node) == lists[node]) }
    var all: [[Int]] = Array(repeating: [], count: lists.count)
    packed.withView { $0.forEachReference { node, target in all[node].append(target) } }
    #expect(all == lists)
  }

  @Test func `counts of any size are kept`() {
    var counts = SmallCounts(count: 4)
    counts.update { tally in
      for _ in 0..<100_000 { tally.add(-1, to: 1) }
      tally.add(1 << 30, to: 2)
      tally.add(-128, to: 3)
    }
    #expect((0..<4).map { counts[$0] } == [0, -100_000, 1 << 30, -128])
    #expect((0..<4).map(counts.isNonzero) == [false, true, true, true])
    counts.update { tally in
      tally.add(100_007, to: 1)
      tally.add(-(1 << 30), to: 2)
    }
    #expect((0..<4).map { counts[$0] } == [0, 7, 0, -128])
    #expect((0..<4).map(counts.isNonzero) == [false, true, false, true])
  }

  @Test(.enabled(if: canReadHeap, "the heap is read on Linux only"))
  func `a heap read by two threads gives the same graph as by one`() throws {
    let heap = try FrozenHeap(process: FrozenProcess())
    func graph(blocksForThread: Int) -> ReferenceGraph {
      GraphBuilder(
        memory: heap.memory, blocks: heap.blocks, mallocBlock: heap.mallocBlock,
        blocksForThread: blocksForThread, makeReader: { heap.makeReader() }
      ).build()
    }
    let (one, two) = (graph(blocksForThread: .max), graph(blocksForThread: 1))
    #expect(heap.blocks.parts(2).count == 2)
    #expect(one.traits == two.traits)
    #expect((0..<one.count).allSatisfy { one.targets(of: $0) == two.targets(of: $0) })
    #expect(one.outside == two.outside)
  }
}
