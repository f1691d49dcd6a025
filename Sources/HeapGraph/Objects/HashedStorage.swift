/// The table behind a set or a dictionary: open hashing, a bitmap of the buckets in use.
///
/// Layout of the standard library's native storage: the scale (log2 of the buckets) as a byte at
/// +32, the keys' address at +48, for dictionaries the values' at +56, then the bitmap.
struct HashedStorage {
  let object: UnsafeRawBufferPointer
  let bitmapOffset: Int

  private func word(_ offset: Int) -> UInt {
    offset + 8 <= object.count ? object.loadUnaligned(fromByteOffset: offset, as: UInt.self) : 0
  }

  /// Calls back with the number of every bucket in use.
  func forEachBucket(_ body: (Int) -> Void) {
    guard object.count > bitmapOffset else { return }
    let scale = object[32]
    guard scale < 40 else { return }
    let buckets = 1 << Int(scale)
    for first in stride(from: 0, to: buckets, by: 64) {
      var bits = word(bitmapOffset + first / 8)
      if buckets < 64 { bits &= (1 << UInt(buckets)) - 1 }
      while bits != 0 {
        body(first + bits.trailingZeroBitCount)
        bits &= bits - 1
      }
    }
  }

  /// Where a bucket's key lies, in bytes from the start of the object.
  func keys(_ bucket: Int, stride: Int) -> Int? { place(word(48), bucket, stride) }

  /// Where a bucket's value lies, in bytes from the start of the object.
  func values(_ bucket: Int, stride: Int) -> Int? { place(word(56), bucket, stride) }

  /// The table lies in the object itself, which begins `bitmapOffset` before its bitmap; its own
  /// address isn't known here, so places are told by their distance from the first table.
  private func place(_ table: UInt, _ bucket: Int, _ stride: Int) -> Int? {
    let words = max(1, (1 << Int(object[32])) / 64)
    // The keys' table follows the bitmap, aligned for its type; its address is 16-aligned with
    // the object's, so the low bits tell the padding.
    let bitmapEnd = bitmapOffset + words * 8
    let keys = word(48)
    let padding = Int((keys &- UInt(bitmapEnd)) & 15)
    let place = bitmapEnd + padding + Int(bitPattern: table &- keys) + bucket * stride
    return place >= bitmapEnd && place + stride <= object.count ? place : nil
  }
}

/// A dictionary's key as a person would write it in the subscript.
enum KeyText {
  /// Reads the key in a bucket: text in quotes, a whole number, or nil for other types.
  static func text(
    of type: TypeMetadata, _ storage: HashedStorage, _ bucket: Int, memory: ProcessMemory
  ) -> String? {
    guard let place = storage.keys(bucket, stride: type.stride) else { return nil }
    func word(_ offset: Int) -> UInt {
      storage.object.loadUnaligned(fromByteOffset: place + offset, as: UInt.self)
    }
    switch type.name {
    case "String": return string(word(0), word(8), memory).map { "\"\($0)\"" }
    case "Int": return String(Int(bitPattern: word(0)))
    default: return nil
    }
  }

  /// Reads a string's two words: inline text, or a count and an object with the text at +32.
  private static func string(_ first: UInt, _ second: UInt, _ memory: ProcessMemory) -> String? {
    if second >> 61 & 1 == 1, second >> 63 == 1 {
      let count = Int(second >> 56 & 0xf)
      let bytes = (0..<min(count, 15)).map { index in
        UInt8(truncatingIfNeeded: (index < 8 ? first : second) >> UInt(index % 8 * 8))
      }
      return String(decoding: bytes, as: UTF8.self)
    }
    let count = min(Int(first & 0xffff_ffff_ffff), 40)
    var bytes = [UInt8](repeating: 0, count: count)
    let got = bytes.withUnsafeMutableBytes {
      memory.read((second & 0x0fff_ffff_ffff_ffff) &+ 32, into: $0)
    }
    return got == count ? String(decoding: bytes, as: UTF8.self) : nil
  }
}
