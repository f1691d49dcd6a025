/// The reflection record that says what a closure context captures.
struct CaptureDescriptor {
  private let pointer: MetadataPointer

  /// Finds the descriptor behind a context's metadata; there is none without reflection metadata.
  init?(metadata: MetadataPointer) {
    guard let pointer = metadata.pointer(16), pointer.load(0, as: UInt32.self) < 4096,
      pointer.load(8, as: UInt32.self) < 4096
    else { return nil }
    self.pointer = pointer
  }

  private var captureCount: Int { Int(pointer.load(0, as: UInt32.self)) }
  private var sourceCount: Int { Int(pointer.load(4, as: UInt32.self)) }
  /// The words of type metadata and witness tables that the context stores first.
  var bindingCount: Int { Int(pointer.load(8, as: UInt32.self)) }
  /// Tells whether the captures' types depend on what the context binds or captures.
  var isGeneric: Bool { sourceCount > 0 }

  /// The types of the captures; a record that can't be read ends the list.
  var captures: [MangledName] {
    (0..<captureCount).compactMap { MangledName(pointer.relative(12 + $0 * 4)) }
  }

  /// Where each generic parameter's type is found.
  var sources: [(parameter: GenericBindings.Parameter, source: MetadataSource)] {
    (0..<sourceCount).compactMap { index in
      let record = 12 + captureCount * 4 + index * 8
      guard let name = MangledName(pointer.relative(record))?.text,
        let parameter = GenericBindings.Parameter(mangled: name),
        let text = pointer.relative(record + 4)?.string, let source = MetadataSource(text)
      else { return nil }
      return (parameter, source)
    }
  }
}

/// How a closure finds the type that a generic parameter stands for.
indirect enum MetadataSource: Equatable {
  /// A word that the context stores before its captures.
  case binding(Int)
  /// The class of the object that a capture refers to.
  case reference(Int)
  /// A captured metatype.
  case metatype(Int)
  /// A generic argument of the type that another source tells.
  case argument(Int, of: MetadataSource)

  /// Reads the record's text, such as `B0` or `G0R1`.
  init?(_ text: String) {
    var rest = Substring(text)
    guard let source = Self.parse(&rest) else { return nil }
    self = source
  }

  private static func parse(_ text: inout Substring) -> MetadataSource? {
    guard let letter = text.popFirst() else { return nil }
    let digits = text.prefix { $0.isNumber }
    guard let number = Int(digits) else { return nil }
    text = text.dropFirst(digits.count)
    if text.first == "_" { text.removeFirst() }
    switch letter {
    case "B": return .binding(number)
    case "R": return .reference(number)
    case "M": return .metatype(number)
    case "G": return parse(&text).map { .argument(number, of: $0) }
    default: return nil
    }
  }
}
