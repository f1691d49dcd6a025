/// How glibc marks the size of a block: in the word before it.
enum MallocBlock {
  /// The bytes that the owner may use, from the word before the block.
  ///
  /// glibc's chunk header: the size with three flag bits, of which bit 1 says "mapped on its own".
  /// A chunk in an arena lends its last 8 bytes from its neighbour; a mapped one does not.
  static func usableSize(header: UInt) -> Int {
    let size = header & ~7
    let overhead: UInt = header & 2 == 0 ? 8 : 16
    return size > overhead && size < 1 << 46 ? Int(size - overhead) : 0
  }
}

extension ProcessMemory {
  /// Copies a live block's bytes, or nil if they can't all be read.
  func copy(_ address: UInt, size: Int) -> [UInt8]? {
    guard size > 0, size < 1 << 40 else { return nil }
    var complete = false
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, initialized in
      complete = read(address, into: UnsafeMutableRawBufferPointer(buffer)) == size
      initialized = complete ? size : 0
    }
    return complete ? bytes : nil
  }

  /// Copies a live malloc block whole, by the size that stands before it.
  func copyBlock(at address: UInt) -> [UInt8]? {
    word(at: address &- 8).flatMap { copy(address, size: MallocBlock.usableSize(header: $0)) }
  }
}
