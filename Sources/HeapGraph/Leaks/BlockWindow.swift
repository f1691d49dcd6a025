/// Reads blocks in the order of their addresses through one buffer that is used again.
///
/// Invariant: the buffer is this object's own, freed in deinit; what `block(at:)` hands out is
/// valid until the next call, and as long as this object lives.
final class BlockWindow {
  private let memory: ProcessMemory
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
  private var large: UnsafeMutableRawBufferPointer?
  private var start: UInt = 0
  private var filled = 0

  private static let size = 1 << 16

  /// Makes a window on some memory.
  init(memory: ProcessMemory) {
    self.memory = memory
  }

  deinit {
    buffer.deallocate()
    large?.deallocate()
  }

  /// The bytes of a live block; none if they can't be read.
  func block(at address: UInt) -> UnsafeRawBufferPointer {
    let header = address &- 8
    if header < start || address &+ 16 > start &+ UInt(filled) { fill(from: header) }
    let none = UnsafeRawBufferPointer(start: nil, count: 0)
    guard header >= start, address &+ 16 <= start &+ UInt(filled) else { return none }
    let size = MallocBlock.usableSize(
      header: buffer.loadUnaligned(fromByteOffset: Int(header &- start), as: UInt.self))
    if address &+ UInt(size) > start &+ UInt(filled) {
      if size > Self.size - 64 {
        large?.deallocate()
        let whole = UnsafeMutableRawBufferPointer.allocate(byteCount: size, alignment: 16)
        large = whole
        return memory.read(address, into: whole) == size ? UnsafeRawBufferPointer(whole) : none
      }
      fill(from: header)
    }
    let offset = Int(address &- start)
    guard size >= 16, offset + size <= filled else { return none }
    return UnsafeRawBufferPointer(rebasing: buffer[offset..<offset + size])
  }

  private func fill(from address: UInt) {
    start = address
    filled = memory.read(address, into: buffer)
  }
}

extension LiveBlocks {
  /// Calls back with the number and the address of every block, in the order of addresses.
  func forEach(_ body: (Int, UInt) -> Void) {
    var node = 0
    withLookup { lookup in
      for region in lookup.regions {
        for word in 0..<Int((region.end - region.start) >> 10) {
          var bits = lookup.bits[region.firstWord + word]
          while bits != 0 {
            body(node, region.start + UInt(word) << 10 + UInt(bits.trailingZeroBitCount) << 4)
            bits &= bits &- 1
            node += 1
          }
        }
      }
    }
  }
}
