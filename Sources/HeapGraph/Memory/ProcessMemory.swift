import CFrozenChild

/// The memory of one process, read by address from outside.
///
/// This is the only door to the memory under study: the process is the frozen child of this
/// program today and may be another program's later. Reading never faults; what is not mapped
/// there reads as nil. Nothing is cached, so a read costs a system call: read whole ranges.
struct ProcessMemory: Sendable {
  let process: Int32
  /// Open on the process's memory; whoever made this closes it.
  let file: Int32

  /// Reads as many bytes as are mapped, from `address` on, and returns how many there were.
  func read(_ address: UInt, into buffer: UnsafeMutableRawBufferPointer) -> Int {
    guard let base = buffer.baseAddress, !buffer.isEmpty else { return 0 }
    return cfc_read(file, UInt64(address), base, buffer.count)
  }

  /// Reads `count` 64-bit words, or nil unless all of them are mapped.
  func words(at address: UInt, count: Int) -> [UInt]? {
    guard count > 0 else { return [] }
    var complete = false
    let words = [UInt](unsafeUninitializedCapacity: count) { buffer, initialized in
      complete = read(address, into: UnsafeMutableRawBufferPointer(buffer)) == count * 8
      initialized = complete ? count : 0
    }
    return complete ? words : nil
  }

  /// Reads one 64-bit word.
  func word(at address: UInt) -> UInt? {
    var word: UInt = 0
    let got = withUnsafeMutableBytes(of: &word) { read(address, into: $0) }
    return got == 8 ? word : nil
  }
}
