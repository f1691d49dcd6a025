/// A type's mangled name as it stands in reflection records, symbolic references and all.
struct MangledName {
  let start: MetadataPointer
  let length: Int
  /// The plain characters behind the last symbolic reference.
  private let tail: String

  /// Finds the end: a NUL that is not part of a symbolic reference.
  init?(_ start: MetadataPointer?) {
    guard let start else { return nil }
    var length = 0
    var tail: [UInt8] = []
    while true {
      let byte: UInt8 = start.load(length)
      if byte == 0 { break }
      switch byte {
      case 0x01...0x17: length += 5
      case 0x18...0x1f: length += 9
      default: length += 1
      }
      if byte < 0x20 { tail.removeAll() } else { tail.append(byte) }
    }
    guard length > 0 else { return nil }
    self.start = start
    self.length = length
    self.tail = String(decoding: tail, as: UTF8.self)
  }

  private init(start: MetadataPointer, length: Int, tail: String) {
    self.start = start
    self.length = length
    self.tail = tail
  }

  /// The byte at a position.
  func byte(_ position: Int) -> UInt8 { start.load(position) }

  /// A part of the name; its ownership and form are not told.
  func slice(_ range: Range<Int>) -> MangledName {
    MangledName(start: start.advanced(by: range.lowerBound), length: range.count, tail: "")
  }

  /// The descriptor that the name is a symbolic reference to.
  var descriptor: NominalDescriptor? {
    guard length == 5 else { return nil }
    let target = start.advanced(by: 1).relative(0)
    return (byte(0) == 2 ? target?.pointer(0) : target).map { NominalDescriptor(pointer: $0) }
  }

  /// Reads an identifier, a number and as many characters; nil for one that uses substitutions.
  func identifier(at position: inout Int) -> String? {
    var count = 0
    while position < length, (0x30...0x39).contains(byte(position)), count < 1000 {
      count = count * 10 + Int(byte(position) - 0x30)
      position += 1
    }
    guard count > 0, position + count <= length else { return nil }
    defer { position += count }
    return String(decoding: (position..<position + count).map(byte), as: UTF8.self)
  }

  /// The text, when it has no symbolic reference in it.
  var text: String? {
    let bytes = (0..<length).map { start.load($0, as: UInt8.self) }
    return bytes.contains { $0 < 0x20 } ? nil : String(decoding: bytes, as: UTF8.self)
  }

  /// How a reference of this type owns what it refers to; nil for an ordinary type.
  var ownership: Strength? {
    switch tail.suffix(2) {
    case "Xw": .weak
    case "Xo": .unowned
    case "Xu": .unmanaged
    default: nil
    }
  }

  /// Tells whether this names a box that the compiler made for a captured variable.
  var isBox: Bool { ["Xx", "XX", "Xb"].contains(tail.suffix(2)) }

  /// Tells whether the name has an operator on generic parameters in it: a member of one, a pack.
  ///
  /// The runtime ends the program when such a name is given too little, or one type for a pack.
  private func mentions(operators: String) -> Bool {
    var position = 0
    var last: UInt8 = 0
    while position < length {
      let byte: UInt8 = start.load(position)
      switch byte {
      case 0x01...0x17: position += 5
      case 0x18...0x1f: position += 9
      default: position += 1
      }
      if last == UInt8(ascii: "Q"), operators.utf8.contains(byte) { return true }
      last = byte
    }
    return false
  }

  private static let packOperators = "pPeSJ"
  private static let memberOperators = "zyYZxXa"

  /// Whether this is a reference to a function that returns the type.
  var isAccessor: Bool { length == 5 && byte(0) == 9 }

  /// The name without its ownership suffix.
  var withoutOwnership: MangledName {
    MangledName(start: start, length: length - 2, tail: String(tail.dropLast(2)))
  }

  /// How a captured function value is stored, when this names a lowered function type.
  enum FunctionForm {
    /// Code and an owned context.
    case thick
    /// Code and a context that somebody else owns.
    case borrowed
    /// A block object.
    case block
    /// Code alone.
    case thin
  }

  /// The form of a lowered function type, which ends in `I`, its attributes and `_`.
  ///
  /// Grammar: swift/docs/ABI/Mangling.rst, impl-function-type. The runtime makes no metadata of it.
  var functionForm: FunctionForm? {
    guard tail.hasSuffix("_"), let mark = tail.lastIndex(of: "I") else { return nil }
    var attributes = tail[mark...].dropFirst().dropLast()
    guard !attributes.isEmpty, attributes.allSatisfy({ $0.isLetter || $0 == "_" }) else {
      return nil
    }
    while let first = attributes.first, first == "s" || first == "P" { attributes.removeFirst() }
    let escapes = attributes.first == "e"
    if escapes { attributes.removeFirst() }
    if attributes.first == "A" { attributes.removeFirst() }
    guard let callee = attributes.popFirst() else { return nil }
    if attributes.first == "z" { attributes.removeFirst() }
    if attributes.first == "B" { return .block }
    if callee == "t" || attributes.first == "C" { return .thin }
    guard callee == "y" || callee == "g" || callee == "x" else { return nil }
    return escapes ? .thick : .borrowed
  }

  /// The metadata of the type, within a nominal type or on its own; nil if the runtime can't tell.
  func type(in context: MetadataPointer? = nil, arguments: MetadataPointer? = nil)
    -> MetadataPointer?
  {
    guard arguments != nil || !mentions(operators: Self.packOperators + Self.memberOperators) else {
      return nil
    }
    let found = ProgramRuntime.current.typeInContext(
      start.unsafePointer.assumingMemoryBound(to: CChar.self), length, context?.unsafePointer,
      arguments?.unsafePointer.assumingMemoryBound(to: UnsafeRawPointer?.self))
    return MetadataPointer(UInt(bitPattern: found))
  }

  /// The metadata of the type, its generic parameters bound by depth and index.
  func type(binding parameters: GenericBindings) -> MetadataPointer? {
    guard !mentions(operators: Self.packOperators) else { return nil }
    let found = parameters.withEnvironment { environment, arguments in
      ProgramRuntime.current.typeInEnvironment(
        start.unsafePointer.assumingMemoryBound(to: CChar.self), length, environment, arguments)
    }
    return MetadataPointer(UInt(bitPattern: found))
  }
}
