/// Finds the shape of heap objects, once for each metadata.
///
/// Closures that capture generic values are the exception: their shape depends on the types bound
/// in each, so `contextShape(of:words:)` keys on those as well. Not thread-safe: it caches.
final class ObjectShapes {
  let values: ValueShapes
  private let memory: ProcessMemory
  private let map: MemoryMap
  private var known: [UInt: ObjectShape?] = [:]
  private var bound: [[UInt]: ObjectShape] = [:]

  /// Makes an empty catalogue for objects that lie in `memory`.
  init(values: ValueShapes, memory: ProcessMemory, map: MemoryMap) {
    self.values = values
    self.memory = memory
    self.map = map
  }

  /// The shape of an object whose first word this is, or nil if that is no heap metadata.
  func shape(of word: UInt) -> ObjectShape? {
    if let shape = known[word] { return shape }
    let shape = HeapMetadata(word, memory: memory, map: map).map(makeShape)
    known[word] = .some(shape)
    return shape
  }

  private func makeShape(of metadata: HeapMetadata) -> ObjectShape {
    switch metadata.kind {
    case .instance: return classShape(of: metadata)
    case .context: return ContextShape.shape(of: metadata, bindings: nil, values: values)
    case .box: return boxShape(of: metadata)
    case .error: return ObjectShape(kind: .error, name: "Error", instanceSize: 32, slots: [])
    case .task: return ObjectShape(kind: .task, name: "Task", instanceSize: 80, slots: [])
    case .job: return ObjectShape(kind: .job, name: "Job", instanceSize: 64, slots: [])
    }
  }

  /// The shape of one closure context that binds generic parameters.
  func contextShape(metadata word: UInt, memory object: UnsafeRawBufferPointer) -> ObjectShape? {
    guard let pointer = MetadataPointer(word) else { return nil }
    let bindings = ContextBindings(metadata: pointer, object: object, memory: memory)
    var key = [word]
    key.append(contentsOf: bindings.words)
    if let shape = bound[key] { return shape }
    let shape = ContextShape.shape(
      of: pointer, bindings: bindings.bindings, bindingCount: bindings.count, values: values)
    bound[key] = shape
    return shape
  }

  private func boxShape(of metadata: HeapMetadata) -> ObjectShape {
    let offset = Int(metadata.pointer.load(8, as: UInt32.self))
    let type = metadata.pointer.pointer(16).map { TypeMetadata(pointer: $0) }
    let slots = type.map { values.slots(of: $0).map { $0.nested(at: offset, in: "") } } ?? []
    return ObjectShape(
      kind: .box, name: type?.name ?? "box", instanceSize: offset, slots: slots,
      isTransparent: true)
  }

  private func classShape(of metadata: HeapMetadata) -> ObjectShape {
    let type = metadata.type
    let module = type.descriptor?.module ?? ""
    var levels: [TypeMetadata] = []
    var level: TypeMetadata? = type
    while let current = level, levels.count < 64 {
      levels.append(current)
      level = current.superclass
    }
    let slots = levels.reversed().flatMap(fieldSlots)
    let tail = levels.lazy.compactMap(storage).first ?? .none
    var isStorage = false
    if case .none = tail {} else { isStorage = true }
    return ObjectShape(
      kind: .instance, name: type.name, module: module, instanceSize: metadata.instanceSize,
      slots: slots, tail: tail, isTransparent: isStorage || module == "Observation")
  }

  /// The slots of the properties that one class of a hierarchy declares.
  private func fieldSlots(of type: TypeMetadata) -> [Slot] {
    guard let descriptor = type.descriptor, let offsets = descriptor.fieldOffsetsOffset else {
      return []
    }
    let arguments = type.genericArguments
    let fields = descriptor.fields
    let observed = fields.contains { $0.name == "_$observationRegistrar" }
    let size = Int(type.pointer.load(24, as: UInt32.self))
    return fields.enumerated().flatMap { index, field -> [Slot] in
      guard let name = field.type else { return [] }
      let offset = Int(type.pointer.word(offsets + index * 8))
      guard offset >= 16, offset < size else { return [] }
      let slots = values.slots(ofField: name, in: descriptor.pointer, arguments: arguments)
      guard !slots.isEmpty else { return [] }
      // Only what may be a property wrapper's storage has a label that depends on its type.
      let fieldType =
        name.ownership == nil && field.name.hasPrefix("_")
        ? name.type(in: descriptor.pointer, arguments: arguments)
          .map { TypeMetadata(pointer: $0) } : nil
      let label = values.label(ofField: field, type: fieldType, observed: observed)
      return ValueShapes.place(slots, at: offset, under: label)
    }
  }

  /// The tail of the standard library's storage classes.
  private func storage(of type: TypeMetadata) -> ObjectShape.Tail? {
    guard let descriptor = type.descriptor, descriptor.module == "Swift" else { return nil }
    func elements(_ index: Int) -> ObjectShape.Elements? {
      type.genericArgument(index).map {
        ObjectShape.Elements(type: $0, slots: values.slots(of: $0))
      }
    }
    switch descriptor.name {
    case "_ContiguousArrayStorage":
      guard let element = elements(0) else { return nil }
      let alignment = max(element.type.alignment, 1)
      let offset = (32 + alignment - 1) / alignment * alignment
      return .elements(slots: element.slots, offset: offset, stride: element.type.stride)
    case "_DictionaryStorage":
      return .hashed(keys: elements(0), values: elements(1), bitmapOffset: 64)
    case "_SetStorage":
      return .hashed(keys: elements(0), values: nil, bitmapOffset: 56)
    default: return nil
    }
  }
}
