/// The stacks of threads.
///
/// A word on a stack makes no owner: a slot that is no longer used keeps its old word. It is told
/// as a hint beside what can't be seen.
struct StackRoots {
  let heap: FrozenHeap

  /// Another thread's stack that has an address in it.
  ///
  /// On the stack of the one who asks it says nothing: whoever asks has the address at hand.
  func hint(of address: UInt) -> String? {
    let search = WordSearch(memory: heap.memory)
    for range in heap.map.ranges where range.isWritable && !range.isFile {
      // A thread's stack is an anonymous mapping with a guard page below it.
      let isMain = range.name == "[stack]"
      guard isMain || (range.name.isEmpty && hasGuard(below: range)) else { continue }
      guard !(range.start..<range.end).contains(heap.stackOfReader),
        !search.places(of: address, in: range.start..<range.end).isEmpty
      else { continue }
      return isMain ? "the main thread's stack" : "a thread's stack"
    }
    return nil
  }

  private func hasGuard(below range: MappedRange) -> Bool {
    heap.map.ranges.contains { $0.end == range.start && !$0.isReadable && !$0.isWritable }
      && !heap.blocks.regions.contains { $0.start >= range.start && $0.start < range.end }
  }
}
