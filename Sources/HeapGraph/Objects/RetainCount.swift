/// The reference counts of one object, decoded from its second word.
///
/// Layout: swift/stdlib/public/SwiftShims RefCount, 64-bit; agreed with the runtime on every
/// object tried, and a test holds it against the runtime's own answer.
enum RetainCount: Hashable, Sendable {
  /// `strong` owners; `isDestroyed` once deinit has begun.
  case counted(strong: Int, isDestroyed: Bool)
  /// The counts lie in a side table at this address (a weak reference was made).
  case inSideTable(UInt)
  /// Never freed: a static object.
  case immortal

  /// Decodes the word behind the metadata pointer, or one from a side table; nil if it is no count.
  ///
  /// Every object of Swift's own has the lowest bit set, and on Linux there are no others. A pointer
  /// hasn't: some of the runtime's records begin with a type's address as an object does, and go on
  /// with one.
  init?(word: UInt) {
    if word >> 62 == 3 {
      self = .inSideTable((word & 0x3fff_ffff_ffff_ffff) << 3)
    } else if word & 0xffff_ffff == 0xffff_ffff || word >> 63 == 1 {
      self = .immortal
    } else {
      guard word & 1 == 1 else { return nil }
      let strong = Int((word >> 33) & 0x3fff_ffff) + 1
      self = .counted(strong: strong, isDestroyed: word & (1 << 32) != 0)
    }
  }
}
