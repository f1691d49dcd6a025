/// A place in Swift metadata: an address in this process, read word by word.
///
/// Invariant: the address is that of complete metadata, a descriptor or a record behind one, which
/// the runtime never frees or changes. Whoever makes one from a word found in a heap has checked
/// it first (`HeapMetadata.init`). Layout: Swift's stable ABI, 64-bit, no Objective-C.
struct MetadataPointer: Hashable, Sendable {
  let address: UInt

  /// Makes a pointer, or nothing from null.
  init?(_ address: UInt) {
    guard address != 0 else { return nil }
    self.address = address
  }

  private var raw: UnsafeRawPointer {
    // Not null by construction.
    UnsafeRawPointer(bitPattern: address).unsafelyUnwrapped
  }

  /// Loads an integer at an offset in bytes.
  func load<T: BitwiseCopyable>(_ offset: Int, as type: T.Type = T.self) -> T {
    raw.loadUnaligned(fromByteOffset: offset, as: type)
  }

  /// The word at an offset in bytes.
  func word(_ offset: Int) -> UInt { load(offset) }

  /// The place that a word at an offset points to.
  func pointer(_ offset: Int) -> MetadataPointer? { MetadataPointer(load(offset)) }

  /// The place that a 32-bit relative offset leads to, or nil when it is zero.
  func relative(_ offset: Int) -> MetadataPointer? {
    let distance = load(offset, as: Int32.self)
    guard distance != 0 else { return nil }
    return MetadataPointer(address &+ UInt(bitPattern: offset) &+ UInt(bitPattern: Int(distance)))
  }

  /// The place that a relative offset leads to, by way of a pointer when its low bit is set.
  func relativeIndirectable(_ offset: Int) -> MetadataPointer? {
    let distance = load(offset, as: Int32.self)
    guard distance != 0 else { return nil }
    let target = address &+ UInt(bitPattern: offset) &+ UInt(bitPattern: Int(distance & ~1))
    return distance & 1 == 0 ? MetadataPointer(target) : MetadataPointer(target)?.pointer(0)
  }

  /// The place some bytes further on.
  func advanced(by offset: Int) -> MetadataPointer {
    // Advancing inside one record never reaches null.
    MetadataPointer(address &+ UInt(bitPattern: offset)) ?? self
  }

  /// The NUL-terminated string here.
  var string: String { String(cString: raw.assumingMemoryBound(to: CChar.self)) }

  /// Hands out the raw pointer for a call of the runtime; metadata never dies.
  var unsafePointer: UnsafeRawPointer { raw }
}
