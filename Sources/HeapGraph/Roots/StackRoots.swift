/// The stacks of threads: the last resort, as their words are often stale.
struct StackRoots {
  let heap: FrozenHeap

  /// The stacks that have an address in them: guesses.
  func holders(of address: UInt) -> [RootFinder.Evidence] {
    var found: [RootFinder.Evidence] = []
    for range in heap.map.ranges where range.isWritable && !range.isFile {
      // A thread's stack is an anonymous mapping with a guard page below it.
      let isMain = range.name == "[stack]"
      guard isMain || (range.name.isEmpty && hasGuard(below: range)) else { continue }
      let search = WordSearch(memory: heap.memory)
      guard !search.places(of: address, in: range.start..<range.end).isEmpty else { continue }
      let name = isMain ? "the main thread's stack" : "a thread's stack"
      found.append(
        RootFinder.Evidence(
          root: Root(kind: .stack, name: name), holder: ChainObject(name: name, address: 0),
          label: "", isExact: false))
    }
    return found
  }

  private func hasGuard(below range: MappedRange) -> Bool {
    heap.map.ranges.contains { $0.end == range.start && !$0.isReadable && !$0.isWritable }
      && !heap.blocks.regions.contains { $0.start >= range.start && $0.start < range.end }
  }
}
