/// One reference as it stands in an object.
struct FoundReference {
  /// The address it holds, without tag bits.
  let address: UInt
  let strength: Strength
  /// How the source names the place.
  let label: String
  /// The code of the closure whose context the reference is.
  let code: UInt
  /// The task-local variable that a task has the reference for, as the address of its key.
  var key: UInt = 0
}

/// Reads the references out of an object's bytes by its shape.
///
/// The bytes are a copy in memory of ours; nothing here touches the object itself. What the shape
/// doesn't know is skipped: an unknown slot adds nothing. Not thread-safe: it caches.
final class ObjectReader {
  let shapes: ObjectShapes
  private let memory: ProcessMemory
  private let map: MemoryMap
  private var checkedTypes: [UInt: TypeMetadata?] = [:]
  private let scratch = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
  private var scratchUsed = 0

  /// Makes a reader of objects that lie in `memory`.
  init(shapes: ObjectShapes, memory: ProcessMemory, map: MemoryMap) {
    self.shapes = shapes
    self.memory = memory
    self.map = map
  }

  deinit {
    scratch.deallocate()
  }

  /// Calls back with every reference in an object that isn't being destroyed.
  func forEachReference(
    in object: UnsafeRawBufferPointer, shape: ObjectShape, _ body: (FoundReference) -> Void
  ) {
    switch shape.kind {
    case .block: readBlock(object, body)
    case .error: readError(object, body)
    case .task: readTask(object, body)
    case .job: break
    case .instance, .context, .box:
      var shape = shape
      if shape.needsBindings {
        let metadata = object.loadUnaligned(as: UInt.self)
        shape = shapes.contextShape(metadata: metadata, memory: object) ?? shape
      }
      read(shape.slots, at: 0, of: object, label: "", body)
      readTail(shape.tail, of: object, body)
    }
  }

  // MARK: - Slots

  private func read(
    _ slots: [Slot], at base: Int, of bytes: UnsafeRawBufferPointer, label: String,
    _ body: (FoundReference) -> Void
  ) {
    for slot in slots {
      let offset = base + slot.offset
      func word(_ index: Int) -> UInt {
        let place = offset + index * 8
        guard place >= 0, place + 8 <= bytes.count else { return 0 }
        return bytes.loadUnaligned(fromByteOffset: place, as: UInt.self)
      }
      func emit(_ address: UInt, _ strength: Strength, code: UInt = 0) {
        guard let address = Self.object(address, strength) else { return }
        body(
          FoundReference(
            address: address, strength: strength, label: Label.join(label, slot.label), code: code))
      }
      switch slot.kind {
      case .reference(let strength): emit(word(0), strength)
      case .function where word(0) > 0xfff: emit(word(1), .strong, code: word(0))
      case .function: break
      case .existential:
        readExistential(bytes, at: offset, label: Label.join(label, slot.label), body)
      case .choice(let shape):
        readChoice(shape, bytes, at: offset, label: Label.join(label, slot.label), body)
      }
    }
  }

  /// The address that a reference word means, or nil for null, for text stored inline and such.
  static func object(_ word: UInt, _ strength: Strength) -> UInt? {
    // The top bit marks what is no object: small strings, literals, bridged things.
    guard word >> 63 == 0 else { return nil }
    let address = word & 0x00ff_ffff_ffff_fff8
    return address > 0xfff ? address : nil
  }

  private func readExistential(
    _ bytes: UnsafeRawBufferPointer, at offset: Int, label: String, _ body: (FoundReference) -> Void
  ) {
    guard offset >= 0, offset + 32 <= bytes.count,
      let type = checkedType(bytes.loadUnaligned(fromByteOffset: offset + 24, as: UInt.self))
    else { return }
    let slots =
      type.isStoredInBox ? [Slot.reference(.strong)] : shapes.values.slots(of: type)
    read(slots, at: offset, of: bytes, label: label, body)
  }

  private func readChoice(
    _ shape: EnumShape, _ bytes: UnsafeRawBufferPointer, at offset: Int, label: String,
    _ body: (FoundReference) -> Void
  ) {
    guard offset >= 0, offset + shape.size <= bytes.count,
      scratchUsed + shape.size + 16 <= scratch.count, let source = bytes.baseAddress
    else { return }
    let start = scratchUsed
    scratchUsed += (shape.size + 15) & ~15
    defer { scratchUsed = start }
    let value = UnsafeMutableRawBufferPointer(rebasing: scratch[start..<start + shape.size])
    value.copyMemory(
      from: UnsafeRawBufferPointer(start: source + offset, count: shape.size))
    guard let base = value.baseAddress, let tag = shape.type.enumCase(of: base),
      tag < shape.payloads.count
    else { return }
    shape.type.projectPayload(in: base)
    read(shape.payloads[tag], at: 0, of: UnsafeRawBufferPointer(value), label: label, body)
  }

  /// The type whose metadata a word from the heap points to, if it does.
  private func checkedType(_ word: UInt) -> TypeMetadata? {
    if let known = checkedTypes[word] { return known }
    var type: TypeMetadata?
    if word & 7 == 0, word > 0xfff, let words = memory.words(at: word &- 8, count: 2),
      words[1] == 0 || (words[1] >= 0x200 && words[1] < 0x400),
      memory.words(at: words[0], count: 11) != nil
    {
      type = MetadataPointer(word).map { TypeMetadata(pointer: $0) }
    }
    checkedTypes[word] = .some(type)
    return type
  }

  // MARK: - Objects with a form of their own

  private func readTail(
    _ tail: ObjectShape.Tail, of object: UnsafeRawBufferPointer, _ body: (FoundReference) -> Void
  ) {
    switch tail {
    case .none: break
    case .elements(let slots, let offset, let stride):
      guard object.count >= 32, !slots.isEmpty, stride > 0 else { return }
      let stored = Int(bitPattern: object.loadUnaligned(fromByteOffset: 16, as: UInt.self))
      let count = min(stored, (object.count - offset) / stride)
      guard count > 0 else { return }
      for index in 0..<count {
        read(slots, at: offset + index * stride, of: object, label: "[\(index)]", body)
      }
    case .hashed(let keys, let values, let bitmapOffset):
      let storage = HashedStorage(object: object, bitmapOffset: bitmapOffset)
      storage.forEachBucket { bucket in
        if let keys, !keys.slots.isEmpty, let place = storage.keys(bucket, stride: keys.type.stride)
        {
          read(keys.slots, at: place, of: object, label: values == nil ? "[member]" : "[key]", body)
        }
        if let values, !values.slots.isEmpty,
          let place = storage.values(bucket, stride: values.type.stride)
        {
          let key = keys.flatMap { KeyText.text(of: $0.type, storage, bucket, memory: memory) }
          read(values.slots, at: place, of: object, label: "[\(key ?? "value")]", body)
        }
      }
    }
  }

  /// An error's box: its value's type at +16, the value behind the conformance.
  private func readError(_ object: UnsafeRawBufferPointer, _ body: (FoundReference) -> Void) {
    guard object.count >= 32,
      let type = checkedType(object.loadUnaligned(fromByteOffset: 16, as: UInt.self))
    else { return }
    let offset = (32 + type.alignment - 1) / type.alignment * type.alignment
    read(shapes.values.slots(of: type), at: offset, of: object, label: "", body)
  }

  /// A block: Swift's thunk block holds a closure; one made by libdispatch holds a block.
  private func readBlock(_ object: UnsafeRawBufferPointer, _ body: (FoundReference) -> Void) {
    func word(_ offset: Int) -> UInt {
      offset + 8 <= object.count ? object.loadUnaligned(fromByteOffset: offset, as: UInt.self) : 0
    }
    guard let size = memory.word(at: word(24) &+ 8) else { return }
    if size == 48, map.isExecutable(word(32)) {
      let closure = Slot(offset: 32, kind: .function, label: "")
      read([closure], at: 0, of: object, label: "", body)
    } else if UInt32(truncatingIfNeeded: word(32)) == 0xd159_b10c {
      read([.reference(.strong)], at: 72, of: object, label: "", body)
    }
  }

  private func readTask(_ object: UnsafeRawBufferPointer, _ body: (FoundReference) -> Void) {
    if let start = TaskLayout.start(of: object, type: checkedType),
      let address = Self.object(start.context, .strong)
    {
      body(FoundReference(address: address, strength: .strong, label: "", code: start.code))
    }
    if !TaskLayout.isFinished(object) { readTaskLocals(object, body) }
  }

  /// The task-local values that the task has of its own.
  ///
  /// Layout of an item: the next one, the key, the value's type, the value. Low bits in the first
  /// word mark what is no value, behind which the items are those of the parent task.
  private func readTaskLocals(_ task: UnsafeRawBufferPointer, _ body: (FoundReference) -> Void) {
    var item = TaskLayout.firstLocal(of: task)
    for _ in 0..<1024 {
      guard item != 0, let words = memory.words(at: item, count: 3), words[0] & 7 == 0,
        let type = checkedType(words[2])
      else { return }
      let slots = shapes.values.slots(of: type)
      let offset = UInt((24 + type.alignment - 1) / type.alignment * type.alignment)
      if !slots.isEmpty, let value = memory.copy(item + offset, size: type.size) {
        value.withUnsafeBytes { value in
          read(slots, at: 0, of: value, label: "") { reference in
            var reference = reference
            reference.key = words[1]
            body(reference)
          }
        }
      }
      item = words[0]
    }
  }
}
