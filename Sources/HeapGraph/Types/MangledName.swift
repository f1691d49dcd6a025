import CSwiftRuntime

/// A type's mangled name as it stands in reflection records, symbolic references and all.
struct MangledName {
  let start: MetadataPointer
  let length: Int
  private let last: (UInt8, UInt8)

  /// Finds the end: a NUL that is not part of a symbolic reference.
  init?(_ start: MetadataPointer?) {
    guard let start else { return nil }
    var length = 0
    var last: (UInt8, UInt8) = (0, 0)
    while true {
      let byte: UInt8 = start.load(length)
      if byte == 0 { break }
      switch byte {
      case 0x01...0x17: length += 5
      case 0x18...0x1f: length += 9
      default: length += 1
      }
      last = (last.1, byte)
    }
    guard length > 0 else { return nil }
    self.start = start
    self.length = length
    self.last = last
  }

  private init(start: MetadataPointer, length: Int) {
    self.start = start
    self.length = length
    last = (0, 0)
  }

  /// The text, when it has no symbolic reference in it.
  var text: String? {
    let bytes = (0..<length).map { start.load($0, as: UInt8.self) }
    return bytes.contains { $0 < 0x20 } ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// How a reference of this type owns what it refers to; nil for an ordinary type.
  var ownership: Strength? {
    guard last.0 == UInt8(ascii: "X") else { return nil }
    switch last.1 {
    case UInt8(ascii: "w"): return .weak
    case UInt8(ascii: "o"): return .unowned
    case UInt8(ascii: "u"): return .unmanaged
    default: return nil
    }
  }

  /// Tells whether this names a box that the compiler made for a captured variable.
  var isBox: Bool {
    last.0 == UInt8(ascii: "X") && (last.1 == UInt8(ascii: "X") || last.1 == UInt8(ascii: "b"))
  }

  /// The name without its ownership suffix.
  var withoutOwnership: MangledName { MangledName(start: start, length: length - 2) }

  /// The metadata of the type, within a nominal type or on its own; nil if the runtime can't tell.
  func type(in context: MetadataPointer? = nil, arguments: MetadataPointer? = nil)
    -> MetadataPointer?
  {
    #if os(Linux)
      let found = swift_getTypeByMangledNameInContext(
        start.unsafePointer.assumingMemoryBound(to: CChar.self), length, context?.unsafePointer,
        arguments?.unsafePointer.assumingMemoryBound(to: UnsafeRawPointer?.self))
      return MetadataPointer(UInt(bitPattern: found))
    #else
      return nil
    #endif
  }

  /// The metadata of the type, its generic parameters bound by depth and index.
  func type(binding parameters: GenericBindings) -> MetadataPointer? {
    #if os(Linux)
      let found = parameters.withEnvironment { environment, arguments in
        swift_getTypeByMangledNameInEnvironment(
          start.unsafePointer.assumingMemoryBound(to: CChar.self), length, environment, arguments)
      }
      return MetadataPointer(UInt(bitPattern: found))
    #else
      return nil
    #endif
  }
}
