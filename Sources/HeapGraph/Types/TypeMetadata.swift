/// A type's metadata: what kind of type, how large its values are, what its parts are.
struct TypeMetadata: Hashable, Sendable {
  let pointer: MetadataPointer

  /// The kinds that matter here, with the numbers of Swift's ABI.
  enum Kind {
    case aClass, aStruct, anEnum, foreignClass, tuple, function, existential, extendedExistential
    case fixedArray, other
  }

  var kind: Kind {
    switch pointer.word(0) {
    case 0: .aClass
    case 0x200: .aStruct
    case 0x201, 0x202: .anEnum
    case 0x203: .foreignClass
    case 0x301: .tuple
    case 0x302: .function
    case 0x303: .existential
    case 0x307: .extendedExistential
    case 0x308: .fixedArray
    default: .other
    }
  }

  // MARK: - The value witness table

  private var witnesses: MetadataPointer? { pointer.pointer(-8) }
  var size: Int { Int(witnesses?.word(64) ?? 0) }
  var stride: Int { Int(witnesses?.word(72) ?? 0) }
  private var flags: UInt32 { witnesses?.load(80) ?? 0 }
  var alignment: Int { Int(flags & 0xff) + 1 }
  /// Tells whether an existential keeps the value in a box of its own.
  var isStoredInBox: Bool { flags & 0x2_0000 != 0 }

  /// The case of an enum value in memory of ours: payload cases from 0, then the empty ones.
  ///
  /// The witness reads bits only; it follows no pointer and retains nothing.
  func enumCase(of value: UnsafeMutableRawPointer) -> Int? {
    typealias Witness = @convention(c) (UnsafeRawPointer, UnsafeRawPointer) -> UInt32
    guard flags & 0x20_0000 != 0, let address = witnesses?.word(88), address != 0 else {
      return nil
    }
    return Int(unsafeBitCast(address, to: Witness.self)(value, pointer.unsafePointer))
  }

  /// Takes the tag bits out of an enum value in memory of ours, so that its payload is left.
  func projectPayload(in value: UnsafeMutableRawPointer) {
    typealias Witness = @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer) -> Void
    guard let address = witnesses?.word(96), address != 0 else { return }
    unsafeBitCast(address, to: Witness.self)(value, pointer.unsafePointer)
  }

  // MARK: - Parts

  /// The descriptor of a nominal type.
  var descriptor: NominalDescriptor? {
    let place: MetadataPointer? =
      switch kind {
      case .aClass: pointer.pointer(40)
      case .aStruct, .anEnum, .foreignClass: pointer.pointer(8)
      default: nil
      }
    return place.map { NominalDescriptor(pointer: $0) }
  }

  /// Where the generic arguments lie; only meaningful for a generic nominal type.
  var genericArguments: MetadataPointer? {
    guard let descriptor, descriptor.isGeneric else { return nil }
    if kind != .aClass { return pointer.advanced(by: 16) }
    return descriptor.classArgumentsOffset.map { pointer.advanced(by: $0) }
  }

  /// The type that the generic argument at an index stands for.
  func genericArgument(_ index: Int) -> TypeMetadata? {
    genericArguments?.pointer(index * 8).map { TypeMetadata(pointer: $0) }
  }

  /// The superclass of a class.
  var superclass: TypeMetadata? { pointer.pointer(8).map { TypeMetadata(pointer: $0) } }

  /// The elements of a tuple, with their labels.
  var tupleElements: [(label: String, type: TypeMetadata, offset: Int)] {
    let labels = pointer.pointer(16)?.string.split(
      separator: " ", omittingEmptySubsequences: false)
    return (0..<Int(pointer.word(8))).compactMap { index in
      guard let type = pointer.pointer(24 + index * 16) else { return nil }
      let label = labels.flatMap { index < $0.count ? String($0[index]) : nil } ?? ""
      return (
        label.isEmpty ? String(index) : label, TypeMetadata(pointer: type),
        Int(pointer.load(32 + index * 16, as: UInt32.self))
      )
    }
  }

  /// The type's name as a person would write it: `[String: Store?]`.
  var name: String { TypeName.readable(pointer) }
}
