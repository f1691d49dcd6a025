/// Finds the slots of value types, each once.
///
/// Offsets come from metadata alone: field offset vectors, tuple records, capture layouts. A field
/// whose type the runtime can't name adds nothing, and leaves its neighbours as they are.
/// Not thread-safe: it caches.
final class ValueShapes {
  private var known: [TypeMetadata: [Slot]] = [:]
  private let symbols: (any SymbolSource)?

  /// Makes an empty catalogue, which asks symbols for what metadata doesn't say.
  init(symbols: (any SymbolSource)?) {
    self.symbols = symbols
  }

  /// The slots of a value of this type.
  func slots(of type: TypeMetadata) -> [Slot] {
    if let slots = known[type] { return slots }
    known[type] = []
    let slots = makeSlots(of: type)
    known[type] = slots
    return slots
  }

  private func makeSlots(of type: TypeMetadata) -> [Slot] {
    switch type.kind {
    case .aClass, .foreignClass: [.reference(.strong)]
    case .aStruct: structSlots(of: type)
    case .anEnum: enumSlots(of: type)
    case .tuple: tupleSlots(of: type)
    case .function: functionSlots(of: type)
    case .existential: existentialSlots(flags: type.pointer.load(8))
    case .extendedExistential: extendedExistentialSlots(of: type)
    case .fixedArray: fixedArraySlots(of: type)
    case .other: []
    }
  }

  /// The slots of a stored property or capture whose type stands in a reflection record.
  func slots(
    ofField name: MangledName, in context: MetadataPointer?, arguments: MetadataPointer?
  ) -> [Slot] {
    if let text = name.text, text.utf8.count == 2 {
      // Of the built-in types these own: a native object, a bridge object, any object.
      if ["Bo", "Bb", "BO"].contains(text) { return [.reference(.strong)] }
      if text.hasPrefix("B") { return [] }
    }
    if let ownership = name.ownership {
      return [.reference(ownership)]
    }
    guard let pointer = name.type(in: context, arguments: arguments) else {
      return DescribedLayout(values: self).layout(of: name)?.slots ?? []
    }
    let type = TypeMetadata(pointer: pointer)
    if name.isAccessor, type.kind == .tuple, type.size == 0 {
      let hidden = symbols?.hiddenType(at: name, in: context, arguments: arguments)
      return hidden.map { slots(of: TypeMetadata(pointer: $0)) } ?? []
    }
    return slots(of: type)
  }

  /// The label of a stored property: `@State rareBird` for `_rareBird` of a wrapper type.
  func label(ofField field: NominalDescriptor.Field, type: TypeMetadata?, observed: Bool) -> String
  {
    let plain = Label.property(field.name)
    guard plain.hasPrefix("_") else { return plain }
    // The standard library has none, and asking costs a search through the symbols. Where the
    // wrapped value is stored, the wrapper's own fields tell, also in a stripped program.
    if let descriptor = type?.descriptor, !descriptor.isClass, descriptor.module != "Swift",
      descriptor.fields.contains(where: { $0.name == "wrappedValue" })
        || symbols?.isPropertyWrapper(descriptor.name) ?? false
    {
      return "@\(descriptor.name) \(plain.dropFirst())"
    }
    return observed ? String(plain.dropFirst()) : plain
  }

  // MARK: - Kinds of type

  private func structSlots(of type: TypeMetadata) -> [Slot] {
    guard let descriptor = type.descriptor else { return [] }
    if descriptor.name == "_Cell", descriptor.module == "Synchronization",
      let content = type.genericArgument(0)
    {
      // A raw-layout cell (Mutex): it has no fields, its content lies at its start.
      return slots(of: content)
    }
    guard let offsets = descriptor.fieldOffsetsOffset else { return [] }
    if descriptor.name == "AtomicLazyReference", descriptor.module == "Synchronization" {
      // It keeps what it was given, and says that it is unmanaged.
      return [.reference(.strong)]
    }
    if descriptor.name == "Mutex", descriptor.module == "Synchronization",
      let content = type.genericArgument(0)
    {
      // Behind its lock.
      let offset = Int(type.pointer.load(offsets + 4, as: UInt32.self))
      return slots(of: content).map { $0.nested(at: offset, in: "") }
    }
    // Their structs' inner names tell a reader nothing: `Array._buffer._storage`.
    let isLibrary = ToolchainModule.names.contains(descriptor.module)
    let arguments = type.genericArguments
    return descriptor.fields.enumerated().flatMap { index, field -> [Slot] in
      guard let name = field.type else { return [] }
      let slots = slots(ofField: name, in: descriptor.pointer, arguments: arguments)
      guard !slots.isEmpty else { return [] }
      let offset = Int(type.pointer.load(offsets + index * 4, as: UInt32.self))
      let label =
        isLibrary
        ? ""
        : label(
          ofField: field,
          type: name.type(in: descriptor.pointer, arguments: arguments).map {
            TypeMetadata(pointer: $0)
          }, observed: false)
      return Self.place(slots, at: offset, under: label)
    }
  }

  /// Puts a field's slots under its label.
  ///
  /// What a property wrapper calls its own parts tells a reader nothing: `@State model`, not
  /// `@State model.box`.
  static func place(_ slots: [Slot], at offset: Int, under label: String) -> [Slot] {
    slots.map { slot in
      label.hasPrefix("@")
        ? Slot(offset: offset + slot.offset, kind: slot.kind, label: label)
        : slot.nested(at: offset, in: label)
    }
  }

  private func enumSlots(of type: TypeMetadata) -> [Slot] {
    guard let descriptor = type.descriptor else { return [] }
    let isOptional = descriptor.name == "Optional" && descriptor.module == "Swift"
    let arguments = type.genericArguments
    let count = Int(descriptor.pointer.load(20, as: UInt32.self) & 0xff_ffff)
    let payloads = descriptor.fields.prefix(count).map { field -> [Slot] in
      if field.isIndirect {
        return [Slot(offset: 0, kind: .reference(.strong), label: field.name)]
      }
      guard let name = field.type else { return [] }
      return slots(ofField: name, in: descriptor.pointer, arguments: arguments)
        .map { $0.nested(at: 0, in: isOptional ? "" : field.name) }
    }
    guard payloads.contains(where: { !$0.isEmpty }) else { return [] }
    if count == 1, Self.emptyCasesAreNull(payloads[0], size: type.size) { return payloads[0] }
    let shape = EnumShape(type: type, size: type.size, payloads: payloads)
    return [Slot(offset: 0, kind: .choice(shape), label: "")]
  }

  /// Tells whether a value without payload reads as a null or invalid reference, so that the
  /// payload's own slot can be read without asking for the case.
  private static func emptyCasesAreNull(_ slots: [Slot], size: Int) -> Bool {
    guard slots.count == 1, slots[0].offset == 0 else { return false }
    switch slots[0].kind {
    case .reference: return size == 8
    case .function: return size == 16
    default: return false
    }
  }

  private func tupleSlots(of type: TypeMetadata) -> [Slot] {
    type.tupleElements.flatMap { element in
      slots(of: element.type).map { $0.nested(at: element.offset, in: element.label) }
    }
  }

  private func functionSlots(of type: TypeMetadata) -> [Slot] {
    switch (type.pointer.word(8) >> 16) & 0xff {
    case 0: [Slot(offset: 0, kind: .function, label: "")]
    case 1: [.reference(.strong)]
    default: []
    }
  }

  private func existentialSlots(flags: UInt32) -> [Slot] {
    let isClassBound = flags & 0x8000_0000 == 0
    let isError = flags & 0x3f00_0000 == 0x0100_0000
    if isClassBound || isError { return [.reference(.strong)] }
    return [Slot(offset: 0, kind: .existential, label: "")]
  }

  private func extendedExistentialSlots(of type: TypeMetadata) -> [Slot] {
    guard let shape = type.pointer.pointer(8) else { return [] }
    switch shape.load(0, as: UInt32.self) & 0xff {
    case 0: return [Slot(offset: 0, kind: .existential, label: "")]
    case 1: return [.reference(.strong)]
    default: return []
    }
  }

  private func fixedArraySlots(of type: TypeMetadata) -> [Slot] {
    guard let element = type.pointer.pointer(16).map({ TypeMetadata(pointer: $0) }) else {
      return []
    }
    let inner = slots(of: element)
    guard !inner.isEmpty else { return [] }
    return (0..<min(Int(type.pointer.word(8)), 1024)).flatMap { index in
      inner.map { $0.nested(at: index * element.stride, in: "[\(index)]") }
    }
  }
}

extension Slot {
  /// A one-word reference that is the whole value.
  static func reference(_ strength: Strength) -> Slot {
    Slot(offset: 0, kind: .reference(strength), label: "")
  }
}

/// What a program's symbols say of types where metadata doesn't.
///
/// Thread: any.
protocol SymbolSource {
  /// Tells whether a type of this name is a property wrapper.
  func isPropertyWrapper(_ typeName: String) -> Bool

  /// The metadata of a type that its own record keeps back; see `HiddenType`.
  func hiddenType(
    at record: MangledName, in context: MetadataPointer?, arguments: MetadataPointer?
  ) -> MetadataPointer?
}
