/// The first word of a Swift heap object, checked to be metadata before it is followed.
struct HeapMetadata {
  enum Kind {
    case instance, context, box, error, task, job
  }

  let pointer: MetadataPointer
  let kind: Kind

  /// Looks at what a block's first word points to and decides whether that is heap metadata.
  ///
  /// Kinds: 0 for a class (with a class descriptor and sane sizes behind it), 0x400 closure
  /// context, 0x500 box, 0x501 error, 0x502 task, 0x503 job. The word at -16 is the destroyer and
  /// lies in code. Read through `memory`, where any word may be asked for.
  init?(_ word: UInt, memory: ProcessMemory, map: MemoryMap) {
    guard word & 7 == 0, word > 0x1000, let pointer = MetadataPointer(word),
      let words = memory.words(at: word &- 16, count: 9), map.isExecutable(words[0])
    else { return nil }
    switch words[2] {
    case 0:
      let size = UInt32(truncatingIfNeeded: words[5])
      let descriptor = words[7]
      guard size >= 16, size < 1 << 24, descriptor & 3 == 0,
        map.range(containing: descriptor) != nil,
        let flags = memory.word(at: descriptor), flags & 0x1f == 16
      else { return nil }
      kind = .instance
    case 0x400: kind = .context
    case 0x500: kind = .box
    case 0x501: kind = .error
    case 0x502: kind = .task
    case 0x503: kind = .job
    default: return nil
    }
    self.pointer = pointer
  }

  var type: TypeMetadata { TypeMetadata(pointer: pointer) }

  /// The bytes that an instance takes without its tail.
  var instanceSize: Int {
    switch kind {
    case .instance: Int(pointer.load(24, as: UInt32.self))
    default: 16
    }
  }
}
