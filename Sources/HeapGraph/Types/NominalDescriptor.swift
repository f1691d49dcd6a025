/// The descriptor of a class, struct or enum: its name, its module and its fields' records.
struct NominalDescriptor {
  let pointer: MetadataPointer

  private var flags: UInt32 { pointer.load(0) }
  var isClass: Bool { flags & 0x1f == 16 }
  var isStruct: Bool { flags & 0x1f == 17 }
  var isEnum: Bool { flags & 0x1f == 18 }
  var isGeneric: Bool { flags & 0x80 != 0 }
  var name: String { pointer.relative(8)?.string ?? "" }

  /// The module that declares the type.
  var module: String {
    var place: MetadataPointer? = pointer
    for _ in 0..<32 {
      guard let current = place else { return "" }
      if current.load(0, as: UInt32.self) & 0x1f == 0 { return current.relative(8)?.string ?? "" }
      place = current.relativeIndirectable(4)
    }
    return ""
  }

  private var hasResilientSuperclass: Bool { flags & (1 << 29) != 0 }

  /// The offset in bytes of a class's generic arguments in its metadata.
  var classArgumentsOffset: Int? {
    guard !hasResilientSuperclass else { return nil }
    if flags & (1 << 28) != 0 { return -8 * Int(pointer.load(24, as: UInt32.self)) }
    return 8 * (Int(pointer.load(28, as: UInt32.self)) - Int(pointer.load(32, as: UInt32.self)))
  }

  /// The offset in bytes of the vector of field offsets in the metadata.
  var fieldOffsetsOffset: Int? {
    let words = Int(pointer.load(isClass ? 40 : 24, as: UInt32.self))
    return words == 0 || hasResilientSuperclass ? nil : words * 8
  }

  struct Field {
    let name: String
    let type: MangledName?
    /// An enum's case whose payload lies in a box.
    let isIndirect: Bool
  }

  /// The stored properties, or an enum's cases in the order of their tags.
  var fields: [Field] {
    guard let list = pointer.relative(16) else { return [] }
    let size = Int(list.load(10, as: UInt16.self))
    return (0..<Int(list.load(12, as: UInt32.self))).map { index in
      let record = list.advanced(by: 16 + index * size)
      return Field(
        name: record.relative(8)?.string ?? "", type: MangledName(record.relative(4)),
        isIndirect: record.load(0, as: UInt32.self) & 1 != 0)
    }
  }
}
