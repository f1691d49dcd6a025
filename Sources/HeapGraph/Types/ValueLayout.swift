/// How large the values of a type are, and where they hold what.
struct ValueLayout {
  var size = 8
  var alignment = 8
  var slots: [Slot]
}

extension ValueShapes {
  /// The layout of a type that has metadata.
  func layout(of type: TypeMetadata) -> ValueLayout {
    ValueLayout(size: type.size, alignment: type.alignment, slots: slots(of: type))
  }

  /// The layout of a type that a reflection record names, with metadata or without.
  func layout(of name: MangledName) -> ValueLayout? {
    if let type = name.type() { return layout(of: TypeMetadata(pointer: type)) }
    return DescribedLayout(values: self).layout(of: name)
  }
}

/// Lays out values of types that have no metadata.
///
/// The optimizer leaves out the metadata of a private type that nothing asks for at run time. What
/// captures such a value, or has it in a field, still names its descriptor, and that lists its
/// fields; Swift puts them one behind the other, each where its alignment allows. Generic types,
/// C's, and enums that keep their case in bits of their own stay unknown.
struct DescribedLayout {
  let values: ValueShapes

  private enum Item {
    case type(start: Int, ValueLayout)
    case mark
    case label(String)
  }

  /// Reads a mangled name as far as it is made of plain types and tuples of them; see
  /// swift/docs/ABI/Mangling.rst.
  func layout(of name: MangledName) -> ValueLayout? {
    var items: [Item] = []
    var position = 0
    func push(_ layout: ValueLayout?, from start: Int, to end: Int) -> Bool {
      guard let layout else { return false }
      items.append(.type(start: start, layout))
      position = end
      return true
    }
    while position < name.length {
      let start = position
      switch name.byte(start) {
      case 0x01, 0x02:
        let part = name.slice(start..<start + 5)
        let layout = part.type().map { values.layout(of: TypeMetadata(pointer: $0)) }
        guard push(layout ?? fields(of: part.descriptor), from: start, to: start + 5) else {
          return nil
        }
      case UInt8(ascii: "S") where start + 1 < name.length:
        var first = start
        var known: ValueLayout?
        if name.byte(start + 1) == UInt8(ascii: "g") {
          guard case .type(let base, let layout)? = items.popLast() else { return nil }
          first = base
          known = layout.isOneReference ? layout : nil
        }
        let type = name.slice(first..<start + 2).type()
        let layout = type.map { values.layout(of: TypeMetadata(pointer: $0)) }
        guard push(layout ?? known, from: first, to: start + 2) else { return nil }
      case UInt8(ascii: "_"):
        items.append(.mark)
        position += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        guard let label = name.identifier(at: &position) else { return nil }
        items.append(.label(label))
      case UInt8(ascii: "t"):
        guard push(tuple(of: &items), from: start, to: start + 1) else { return nil }
      default: return nil
      }
    }
    guard items.count == 1, case .type(_, let layout) = items[0] else { return nil }
    return layout
  }

  /// Takes the elements of a tuple, of which the first has a mark behind it.
  private func tuple(of items: inout [Item]) -> ValueLayout? {
    guard let mark = items.lastIndex(where: { if case .mark = $0 { true } else { false } }) else {
      return nil
    }
    // The first element's label, if it has one, stands before the mark.
    var first = mark - 1
    if first > 0, case .label = items[first] { first -= 1 }
    guard first >= 0 else { return nil }
    var parts: [(label: String, layout: ValueLayout)] = []
    for item in items[first...] {
      switch item {
      case .type(_, let layout): parts.append((String(parts.count), layout))
      case .label(let label) where !parts.isEmpty: parts[parts.count - 1].label = label
      case .label: return nil
      case .mark: break
      }
    }
    items.removeSubrange(first...)
    return Self.sequence(parts)
  }

  /// The layout of a struct by its fields, or of an enum with one payload that is a reference.
  private func fields(of descriptor: NominalDescriptor?) -> ValueLayout? {
    guard let descriptor, !descriptor.isGeneric, descriptor.module != "__C" else { return nil }
    let fields = descriptor.fields
    if descriptor.isEnum {
      let payloads = fields.filter { $0.type != nil && !$0.isIndirect }
      guard payloads.count == 1, !fields.contains(where: \.isIndirect),
        let layout = payloads[0].type.flatMap(values.layout), layout.isOneReference
      else { return nil }
      return ValueLayout(slots: layout.slots.map { $0.nested(at: 0, in: payloads[0].name) })
    }
    // A struct without fields may have a layout that only its compiler knew.
    guard descriptor.isStruct, !fields.isEmpty else { return nil }
    var parts: [(label: String, layout: ValueLayout)] = []
    for field in fields {
      guard let type = field.type else { return nil }
      let label = values.label(ofField: field, type: nil, observed: false)
      if type.ownership != nil {
        guard let layout = values.ownedLayout(of: type) else { return nil }
        parts.append((label, layout))
      } else {
        guard let layout = values.layout(of: type) else { return nil }
        parts.append((label, layout))
      }
    }
    return Self.sequence(parts)
  }

  private static func sequence(_ parts: [(label: String, layout: ValueLayout)]) -> ValueLayout {
    var all = ValueLayout(size: 0, alignment: 1, slots: [])
    for part in parts {
      let alignment = part.layout.alignment
      let offset = (all.size + alignment - 1) / alignment * alignment
      all.slots += ValueShapes.place(part.layout.slots, at: offset, under: part.label)
      all.size = offset + part.layout.size
      all.alignment = max(all.alignment, alignment)
    }
    return all
  }
}

extension ValueLayout {
  /// Tells whether the value is one strong reference, which an empty case leaves null.
  fileprivate var isOneReference: Bool {
    guard size == 8, slots.count == 1, slots[0].offset == 0 else { return false }
    if case .reference(.strong) = slots[0].kind { return true }
    return false
  }
}

extension ValueShapes {
  /// The layout of a weak, unowned or unmanaged reference to a class.
  fileprivate func ownedLayout(of name: MangledName) -> ValueLayout? {
    guard let ownership = name.ownership, let type = name.withoutOwnership.type() else {
      return nil
    }
    let size = TypeMetadata(pointer: type).size
    return ValueLayout(size: size, slots: [.reference(ownership)])
  }
}
