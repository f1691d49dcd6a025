/// A frozen process's heap with all that is needed to read and name what is in it.
///
/// Not thread-safe; `HeapSnapshot` puts a lock around it. The frozen process lives as long as this.
final class FrozenHeap {
  let process: FrozenProcess
  let map: MemoryMap
  let images: LoadedImages
  let blocks: LiveBlocks
  let reader: ObjectReader
  let graph: ReferenceGraph
  let mallocBlock: UInt
  /// The address of the task that took the snapshot, or 0.
  let taskOfReader: UInt
  /// A place on the stack of the thread that took the snapshot; 0 if it isn't known.
  let stackOfReader: UInt

  var memory: ProcessMemory { process.memory }

  /// Reads the heap of a frozen process.
  ///
  /// The process is frozen before this object is made: an object whose fields aren't set yet has
  /// old words in them, which would look like references.
  init(process: FrozenProcess, stackOfReader: UInt = 0) throws(SnapshotError) {
    self.process = process
    self.stackOfReader = stackOfReader
    let memory = process.memory
    let map = MemoryMap(process: memory.process)
    guard AddressSpace.hasRoom(forReading: map) else { throw .notEnoughAddressSpace }
    let images = LoadedImages(map: map)
    self.map = map
    self.images = images
    // A handle to a task is its object's address, and one word.
    taskOfReader = withUnsafeCurrentTask { task in
      task.map { unsafeBitCast($0, to: UInt.self) } ?? 0
    }
    try ProgramRuntime.choose(for: images)
    mallocBlock = ProgramRuntime.current.mallocBlock
    blocks = try LiveBlocks(memory: memory, map: map)
    reader = Self.makeReader(memory: memory, map: map, images: images)
    // One of the readers goes on to be asked about single objects.
    var readers = [reader]
    graph = GraphBuilder(memory: memory, blocks: blocks, mallocBlock: mallocBlock) {
      readers.popLast() ?? Self.makeReader(memory: memory, map: map, images: images)
    }.build()
  }

  private static func makeReader(memory: ProcessMemory, map: MemoryMap, images: LoadedImages)
    -> ObjectReader
  {
    let values = ValueShapes(symbols: images)
    let shapes = ObjectShapes(values: values, memory: memory, map: map)
    return ObjectReader(shapes: shapes, memory: memory, map: map)
  }

  /// A reader with caches of its own, for another thread.
  func makeReader() -> ObjectReader { Self.makeReader(memory: memory, map: map, images: images) }

  /// A copy of a block's bytes; empty if it can't be read.
  func bytes(of node: Int) -> [UInt8] {
    memory.copyBlock(at: blocks.address(of: node)) ?? []
  }

  /// The shape of the object in a block, or nil if it holds no Swift object.
  func shape(of bytes: [UInt8]) -> ObjectShape? {
    guard bytes.count >= 16 else { return nil }
    let first = bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt.self) }
    if first == mallocBlock { return .block }
    guard let shape = reader.shapes.shape(of: first), shape.instanceSize <= bytes.count else {
      return nil
    }
    return shape
  }

  /// The shape of the object in a block.
  func shape(of node: Int) -> ObjectShape? { shape(of: bytes(of: node)) }

  /// All references of an object, weak ones too, in the order of its slots.
  func references(of node: Int) -> [FoundReference] {
    let bytes = bytes(of: node)
    guard let shape = shape(of: bytes), !graph.traits[node].contains(.isDestroyed) else {
      return []
    }
    var found: [FoundReference] = []
    bytes.withUnsafeBytes { reader.forEachReference(in: $0, shape: shape) { found.append($0) } }
    return found
  }

  /// The retain count of an object, followed into its side table.
  func retainCount(of node: Int) -> RetainCount? {
    guard graph.traits[node].contains(.isCounted) else { return nil }
    guard let word = memory.word(at: blocks.address(of: node) + 8) else { return nil }
    if shape(of: node)?.kind == .block {
      return .counted(strong: Int(word & 0xfffe) >> 1, isDestroyed: false)
    }
    let count = RetainCount(word: word)
    if case .inSideTable(let table)? = count {
      return memory.word(at: table + 16).flatMap { RetainCount(word: $0) }
    }
    return count
  }
}
