/// Builds the graph of strong references in one pass over the heap, in the order of addresses.
///
/// The heap is streamed through one small buffer, so the pass needs room for the graph and that
/// buffer, not for a copy of the heap. A large heap is cut in two, and each half read by a thread
/// of its own; the halves are joined in order, so the graph is the same either way.
struct GraphBuilder {
  let memory: ProcessMemory
  let blocks: LiveBlocks
  let mallocBlock: UInt
  var blocksForThread = Threads.blocksForThread
  /// Makes a reader for one thread, as readers cache.
  let makeReader: () -> ObjectReader

  /// Reads the whole heap.
  func build() -> ReferenceGraph {
    var traits: [ReferenceGraph.Traits] = Array(repeating: [], count: blocks.count)
    var retained = SmallCounts(count: blocks.count)
    let number = Threads.count(forBlocks: blocks.count, each: blocksForThread)
    var references: [ReferenceLists.Written] = []
    traits.withUnsafeMutableBufferPointer { traits in
      blocks.withLookup { lookup in
        retained.update { tally in
          let passes = blocks.parts(number).map { part in
            (part: part, reader: makeReader(), tally: tally.fork())
          }
          let findings = Threads.run(passes.count) { index in
            HeapPass(
              passes[index].part, memory: memory, lookup: lookup, reader: passes[index].reader,
              mallocBlock: mallocBlock, traits: traits, tally: passes[index].tally
            ).run()
          }
          for found in findings { tally.join(found.tally) }
          references = findings.map(\.references)
        }
      }
    }
    return ReferenceGraph(
      traits: traits, retained: retained, references: ReferenceLists(references))
  }
}
