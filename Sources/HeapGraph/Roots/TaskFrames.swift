/// What suspended and running tasks hold in their frames, and what they run.
struct TaskFrames {
  let heap: FrozenHeap

  /// The unfinished tasks whose live frames have an address in them: guesses.
  ///
  /// Not the task that asks: it has the address at hand, and old words of what it let go of. Nor
  /// one that a thread runs just now, unless the object leads back to it: its frames are in
  /// motion, made of memory that still has the words of what was there before.
  func holders(of address: UInt, leadingBack walk: () -> Traversal) -> [RootFinder.Evidence] {
    let found = holders(of: address)
    if found.isEmpty { return [] }
    let walk = walk()
    return found.compactMap { evidence in
      guard let node = evidence.node else { return nil }
      var evidence = evidence
      let isInRing = walk.reached(node)
      if !isInRing, heap.bytes(of: node).withUnsafeBytes(TaskLayout.isOnThread) { return nil }
      evidence.rank = isInRing ? .frameOfRing : .frame
      return evidence
    }
  }

  private func holders(of address: UInt) -> [RootFinder.Evidence] {
    var found: [RootFinder.Evidence] = []
    for node in 0..<heap.graph.count where heap.graph.traits[node].contains(.isRunning) {
      guard heap.blocks.address(of: node) != heap.taskOfReader,
        frames(of: node, contain: address)
      else { continue }
      let root = Root(kind: .task, name: functionName(of: node))
      found.append(
        RootFinder.Evidence(
          root: root,
          holder: ChainObject(name: "Task", address: heap.blocks.address(of: node)),
          node: node, label: "a local variable", isExact: false))
    }
    return found
  }

  /// The function that a task runs, as the source names it.
  func functionName(of node: Int) -> String {
    let bytes = heap.bytes(of: node)
    var names: [SymbolName] = []
    if let code = heap.references(of: node).first(where: {
      $0.code != 0 && $0.key == 0
    }) {
      var seen = 0
      var reference: FoundReference? = code
      // A thunk's context holds the closure that it calls.
      while let current = reference, seen < 8 {
        seen += 1
        guard let name = heap.images.name(of: current.code) else { break }
        names.append(name)
        guard name.isReabstraction, let inner = heap.blocks.index(of: current.address) else {
          break
        }
        reference = heap.references(of: inner).first { $0.code != 0 }
      }
    }
    if let name = names.last(where: { !$0.isReabstraction }) { return name.function }
    let resume = bytes.withUnsafeBytes { TaskLayout.resume(of: $0) }
    var frame = resume.frame
    var functions = [resume.code]
    for _ in 0..<64 {
      guard frame != 0, let words = heap.memory.words(at: frame, count: 2) else { break }
      functions.append(words[1])
      frame = words[0]
    }
    let readable = functions.compactMap { heap.images.name(of: $0) }
      .filter { $0.isSwift && !$0.isReabstraction }
    let closure = readable.last { $0.function.contains("closure #") }
    return (closure ?? readable.last)?.function ?? "a function without a name"
  }

  /// Looks through the slabs that the task's frames lie in, up to where they are in use.
  func frames(of node: Int, contain address: UInt) -> Bool {
    let bytes = heap.bytes(of: node)
    let isInTask = bytes.withUnsafeBytes { task -> Bool in
      var offset = TaskLayout.fixedSize
      while offset + 8 <= task.count {
        if task.loadUnaligned(fromByteOffset: offset, as: UInt.self) == address { return true }
        offset += 8
      }
      return false
    }
    if isInTask { return true }
    return slabs(of: bytes).contains { slab in
      slab.used > 0 && slab.used < 1 << 20
        && heap.memory.words(at: slab.start + 32, count: slab.used / 8)?.contains(address) ?? false
    }
  }

  /// The slabs of a task's memory, each with the bytes of it that are in use.
  ///
  /// A task that runs just now may be changing its list, so what doesn't look like a slab ends it:
  /// one has 32 bytes of its own and room for `capacity` more, and as much memory as that.
  private func slabs(of task: [UInt8]) -> [(start: UInt, used: Int)] {
    var slabs: [(start: UInt, used: Int)] = []
    var slab = task.withUnsafeBytes { TaskLayout.firstSlab(of: $0) }
    while slab != 0, slabs.count < 256, let header = heap.memory.words(at: slab, count: 4) {
      let capacity = Int(UInt32(truncatingIfNeeded: header[2]))
      let used = Int(UInt32(truncatingIfNeeded: header[2] >> 32))
      guard used <= capacity, hasRoom(slab, for: 32 + capacity) else { break }
      slabs.append((slab, used))
      slab = header[1]
    }
    return slabs
  }

  /// Tells whether a block is that large; what is no block, as a task's first slab, may be.
  private func hasRoom(_ address: UInt, for size: Int) -> Bool {
    guard heap.blocks.index(of: address) != nil else { return size < 1 << 20 }
    let header = heap.memory.word(at: address &- 8) ?? 0
    return size <= MallocBlock.usableSize(header: header) + 8
  }

  /// The blocks that are slabs of unfinished tasks: what isn't in use of them has old words.
  func slabBlocks() -> Set<Int> {
    var found: Set<Int> = []
    for node in 0..<heap.graph.count where heap.graph.traits[node].contains(.isRunning) {
      found.formUnion(
        slabs(of: heap.bytes(of: node)).compactMap { heap.blocks.index(of: $0.start) })
    }
    return found
  }
}
