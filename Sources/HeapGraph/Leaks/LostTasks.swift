/// Tasks that are suspended and that nothing can resume, with what only they keep.
///
/// A task waits for somebody who has its address: a queue, a timer, another task, whoever was
/// given its continuation. Where no memory outside its own mentions it, there is nobody: its
/// continuation was dropped, and the task, its frames and all that those hold stay for ever.
struct LostTasks {
  let heap: FrozenHeap
  let catalog: TypeCatalog
  /// See `MentionedBlocks`.
  let stackPointers: [UInt]
  let exitingStack: UInt?
  /// Where an earlier snapshot found lost tasks: only those can be; nil if there was none.
  let suspects: Set<UInt>?

  private static let isRunning: UInt32 = 0x800
  private static let isQueued: UInt32 = 0x1000
  private static let statusOffset: UInt = 96

  /// Finds them.
  ///
  /// - Parameter isLeaked: tells of a node whether it is leaked anyway; not counted again.
  /// - Returns: the tasks, those alike together, and the nodes of them all.
  func find(besides isLeaked: (Int) -> Bool) -> (tasks: [LostTask], nodes: Set<Int>) {
    let traits = heap.graph.traits
    var suspended: [Int] = []
    var others: [Int] = []
    for node in traits.indices where traits[node].contains(.isRunning) && !isLeaked(node) {
      if isSuspended(node) { suspended.append(node) } else { others.append(node) }
    }
    guard !suspended.isEmpty else { return ([], []) }
    let blocks = MentionedBlocks(
      heap: heap, origins: others, suspended: suspended, stackPointers: stackPointers,
      exitingStack: exitingStack)
    let lost = suspended.filter { node in
      !blocks.isMentioned[node]
        && suspects?.contains(heap.blocks.address(of: node)) ?? true
    }
    var groups: [LostTask] = []
    var tallies: [TypeTallies] = []
    var isTaken = Set(lost)
    for node in lost {
      let names = names(of: node)
      let signature = StableHash.text(of: "task \(names.function) in \(names.waitsIn)")
      let place: Int
      if let known = groups.firstIndex(where: { $0.signature == signature }) {
        place = known
      } else {
        place = groups.count
        groups.append(
          LostTask(
            signature: signature, function: names.function, waitsIn: names.waitsIn, count: 0,
            kept: []))
        tallies.append(TypeTallies())
      }
      groups[place].count += 1
      groups[place].addresses.append(heap.blocks.address(of: node))
      for block in blocks.hanging(on: node)
      where block == node || !isTaken.contains(block) && !isLeaked(block) {
        isTaken.insert(block)
        guard traits[block].contains(.isCounted), !traits[block].contains(.isDestroyed) else {
          continue
        }
        let bytes = heap.bytes(of: block)
        let word = bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt.self) }
        tallies[place].add(catalog.place(of: word), bytes: bytes.count)
      }
    }
    for place in groups.indices { groups[place].kept = tallies[place].sorted(by: catalog.entries) }
    groups.sort {
      ($1.kept.bytes, $0.function) < ($0.kept.bytes, $1.function)
    }
    return (groups, Set(lost))
  }

  /// Neither on a thread nor in a queue.
  private func isSuspended(_ node: Int) -> Bool {
    let word = heap.memory.word(at: heap.blocks.address(of: node) + Self.statusOffset) ?? 0
    return UInt32(truncatingIfNeeded: word) & (Self.isRunning | Self.isQueued) == 0
  }

  private func names(of node: Int) -> (function: String, waitsIn: String) {
    let function = TaskFrames(heap: heap).functionName(of: node)
    var frame = heap.bytes(of: node).withUnsafeBytes { TaskLayout.resume(of: $0) }
    for _ in 0..<64 {
      if heap.images.isUserCode(frame.code),
        let name = heap.images.name(of: frame.code), name.isSwift, !name.isReabstraction
      {
        return (function, name.function)
      }
      guard frame.frame != 0, let words = heap.memory.words(at: frame.frame, count: 2) else {
        break
      }
      frame = (words[1], words[0])
    }
    return (function, "a function without a name")
  }
}
