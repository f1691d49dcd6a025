/// The stacks of threads.
///
/// A word on a stack makes no owner: whoever asks about an object has its address at hand, and a
/// slot that is no longer used keeps its old word. It is told as a hint beside what can't be seen.
struct StackRoots {
  let heap: FrozenHeap

  /// The stack that has an address in the part of it that may be in use.
  ///
  /// Of the thread that took the snapshot that is the part above the call; where the others'
  /// stacks end isn't known.
  func hint(of address: UInt) -> String? {
    let search = WordSearch(memory: heap.memory)
    for range in heap.map.ranges where range.isWritable && !range.isFile {
      // A thread's stack is an anonymous mapping with a guard page below it.
      let isMain = range.name == "[stack]"
      guard isMain || (range.name.isEmpty && hasGuard(below: range)) else { continue }
      let isOwn = (range.start..<range.end).contains(heap.stackFloor)
      let floor = isOwn ? heap.stackFloor & ~7 : range.start
      guard !search.places(of: address, in: floor..<range.end).isEmpty else { continue }
      return isMain ? "the main thread's stack" : "a thread's stack"
    }
    return nil
  }

  private func hasGuard(below range: MappedRange) -> Bool {
    heap.map.ranges.contains { $0.end == range.start && !$0.isReadable && !$0.isWritable }
      && !heap.blocks.regions.contains { $0.start >= range.start && $0.start < range.end }
  }
}
