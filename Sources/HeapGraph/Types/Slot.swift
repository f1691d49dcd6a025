/// One place in a value or an object that may refer to a heap object.
struct Slot: Sendable {
  /// What the bytes at the place mean.
  indirect enum Kind: Sendable {
    /// One word: an object's address, perhaps with tag bits, or null.
    case reference(Strength)
    /// Two words: the code of a closure and its context.
    case function
    /// Four words: a value buffer of three and the type of the value in it.
    case existential
    /// An enum value, whose case has to be told first.
    case choice(EnumShape)
  }

  /// Bytes from the start of the value or object.
  let offset: Int
  let kind: Kind
  /// How the source names the place: `camera`, `screen.model`, `[2]`; empty for the value itself.
  let label: String

  /// The same place, seen from a value that contains this one.
  func nested(at base: Int, in outer: String) -> Slot {
    Slot(offset: base + offset, kind: kind, label: Label.join(outer, label))
  }
}

/// An enum type whose values have to be looked at to know what they hold.
struct EnumShape: Sendable {
  let type: TypeMetadata
  let size: Int
  /// The slots of each payload case, in the order of tags.
  let payloads: [[Slot]]
}

/// How the path to a place is written.
enum Label {
  /// Puts the name of an inner place behind that of an outer one.
  static func join(_ outer: String, _ inner: String) -> String {
    if inner.isEmpty { return outer }
    if outer.isEmpty || inner.hasPrefix("[") { return outer + inner }
    return outer + "." + inner
  }

  /// The source's name of a stored property: `lazy api` for `$__lazy_storage_$_api`.
  static func property(_ stored: String) -> String {
    let lazyPrefix = "$__lazy_storage_$_"
    if stored.hasPrefix(lazyPrefix) { return "lazy " + stored.dropFirst(lazyPrefix.count) }
    if stored == "_$observationRegistrar" { return "observation registrar" }
    return stored
  }
}
