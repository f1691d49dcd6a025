/// The type of a property that can't be copied, as a `Mutex`.
///
/// Its field's record refers to a function that says `()`, so that nobody makes a copy by
/// reflection. But the compiler names each such record after the type that it keeps back, and the
/// symbol table has that name: `get_type_metadata 15Synchronization5MutexVy4shop4CartCG noncopyable`
/// with the generic signature before the type where the property's owner has one.
///
/// The runtime finds no such type by its name either, nor a private one, so their descriptors are
/// looked for among the symbols, and referred to in the name.
struct HiddenType {
  /// The type's mangled name, without symbolic references.
  private let mangled: Substring

  /// Reads the name of a record; nil if it is no such name.
  init?(symbol: String, isGeneric: Bool) {
    let words = symbol.split(separator: " ")
    guard words.count >= 3, words[0] == "get_type_metadata" else { return nil }
    var name = words[1]
    if isGeneric { Self.dropSignature(of: &name) }
    mangled = name
  }

  /// A signature ends with an `l` that is part of no identifier, nor of a requirement, `R` and more.
  private static func dropSignature(of name: inout Substring) {
    while let next = name.first {
      if next.isNumber, next != "0" {
        _ = identifier(of: &name)
      } else if name.removeFirst() == "R" {
        name = name.dropFirst()
      } else if next == "l" {
        return
      }
    }
  }

  /// Takes an identifier, a number and as many characters, off a name.
  private static func identifier(of name: inout Substring) -> Substring? {
    let digits = name.prefix(while: \.isNumber)
    guard let count = Int(digits), count > 0 else { return nil }
    name = name.dropFirst(digits.count)
    defer { name = name.dropFirst(count) }
    return name.prefix(count)
  }

  /// Finds the type's metadata.
  ///
  /// - Parameters:
  ///   - context: the descriptor of the property's owner.
  ///   - arguments: the owner's generic arguments.
  ///   - address: finds the address of a symbol.
  /// - Returns: the metadata, or nil if the runtime can't tell.
  func metadata(
    in context: MetadataPointer?, arguments: MetadataPointer?,
    address: (_ symbol: String) -> UInt?
  ) -> MetadataPointer? {
    func type(_ parts: Part...) -> MetadataPointer? {
      Self.withName(of: parts) { $0?.type(in: context, arguments: arguments) }
    }
    // What ends with a G is generic, and has a descriptor by another name.
    func descriptor(_ name: Substring) -> UInt? {
      name.last == "G" ? nil : address("$s\(name)Mn")
    }
    if let own = descriptor(mangled) { return type(.descriptor(own)) }
    guard let generic, let own = descriptor(generic.name) else { return nil }
    if let found = type(.descriptor(own), .text("y\(generic.content)G")) { return found }
    guard let content = descriptor(generic.content) else { return nil }
    return type(.descriptor(own), .text("y"), .descriptor(content), .text("G"))
  }

  /// A generic struct or enum outside of others, and what it is of.
  private var generic: (name: Substring, content: Substring)? {
    var rest = mangled
    guard Self.identifier(of: &rest) != nil, Self.identifier(of: &rest) != nil,
      rest.hasPrefix("Vy") || rest.hasPrefix("Oy"), rest.hasSuffix("G")
    else { return nil }
    let kind = rest.index(after: rest.startIndex)
    return (mangled[..<kind], rest.dropFirst(2).dropLast())
  }

  // MARK: - Names with symbolic references

  private enum Part {
    case text(String)
    case descriptor(UInt)
  }

  /// Lends a name in which descriptors are referred to, each by way of a pointer behind the name:
  /// 0x02 and a relative offset; see swift/docs/ABI/Mangling.rst.
  private static func withName<Result>(of parts: [Part], _ body: (MangledName?) -> Result)
    -> Result
  {
    let length = parts.reduce(1) { length, part in
      if case .text(let text) = part { length + text.utf8.count } else { length + 5 }
    }
    let pointers = (length + 7) & ~7
    return withUnsafeTemporaryAllocation(byteCount: pointers + parts.count * 8, alignment: 8) {
      name in
      name.initializeMemory(as: UInt8.self, repeating: 0)
      var end = 0
      for (index, part) in parts.enumerated() {
        switch part {
        case .text(let text):
          UnsafeMutableRawBufferPointer(rebasing: name[end...]).copyBytes(from: text.utf8)
          end += text.utf8.count
        case .descriptor(let descriptor):
          let pointer = pointers + index * 8
          name.storeBytes(of: descriptor, toByteOffset: pointer, as: UInt.self)
          name.storeBytes(of: 2, toByteOffset: end, as: UInt8.self)
          name.storeBytes(of: Int32(pointer - end - 1), toByteOffset: end + 1, as: Int32.self)
          end += 5
        }
      }
      return body(MangledName(MetadataPointer(UInt(bitPattern: name.baseAddress))))
    }
  }
}
