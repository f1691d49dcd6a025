import Dispatch

/// Builds the graph of strong references in one pass over the heap, in the order of addresses.
///
/// The heap is streamed through one small buffer, so the pass needs room for the graph and that
/// buffer, not for a copy of the heap. A large heap is cut in two, and each half read by a thread
/// of its own; the halves are joined in order, so the graph is the same either way.
struct GraphBuilder {
  let memory: ProcessMemory
  let blocks: LiveBlocks
  let mallocBlock: UInt
  /// Below this number of blocks a second thread costs more than it saves.
  var blocksForThread = 100_000
  /// Makes a reader for one thread, as readers cache.
  let makeReader: () -> ObjectReader

  private static let mostThreads = 2

  /// Reads the whole heap.
  func build() -> ReferenceGraph {
    var traits: [ReferenceGraph.Traits] = Array(repeating: [], count: blocks.count)
    var retained = SmallCounts(count: blocks.count)
    let number = min(Self.mostThreads, 1 + blocks.count / blocksForThread)
    var references: [ReferenceLists.Written] = []
    traits.withUnsafeMutableBufferPointer { traits in
      blocks.withLookup { lookup in
        retained.update { tally in
          let passes = blocks.parts(number).map { part in
            (part: part, reader: makeReader(), tally: tally.fork())
          }
          let findings = atOnce(passes.count) { index in
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

  /// Calls `body` with each number below `count`, on as many threads, and waits for all.
  ///
  /// What comes back is in the order of the numbers. A single call stays on this thread.
  private func atOnce<Result>(_ count: Int, _ body: (Int) -> Result) -> [Result] {
    if count == 1 { return [body(0)] }
    return [Result](unsafeUninitializedCapacity: count) { buffer, initialized in
      // Each number is handed out once, and each thread writes to its own place.
      nonisolated(unsafe) let (body, places) = (body, buffer)
      DispatchQueue.concurrentPerform(iterations: count) { index in
        places.initializeElement(at: index, to: body(index))
      }
      initialized = count
    }
  }
}
