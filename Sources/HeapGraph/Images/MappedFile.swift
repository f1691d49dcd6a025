#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A file mapped read-only for as long as this object lives.
///
/// Invariant: `bytes` covers exactly the mapping, and is unmapped in deinit only. Never hand out a
/// pointer into it that outlives this object; copy strings out.
final class MappedFile: @unchecked Sendable {
  private let bytes: UnsafeRawBufferPointer

  /// Maps a file, or fails if it can't be opened or is empty.
  init?(path: String) {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let size = Int(lseek(file, 0, SEEK_END))
    guard size > 0, let base = mmap(nil, size, PROT_READ, MAP_PRIVATE, file, 0),
      base != UnsafeMutableRawPointer(bitPattern: -1)
    else { return nil }
    bytes = UnsafeRawBufferPointer(start: base, count: size)
  }

  deinit {
    munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
  }

  /// Reads an integer at an offset, or zero beyond the end.
  func load<T: FixedWidthInteger & BitwiseCopyable>(_ offset: Int, as type: T.Type) -> T {
    guard offset >= 0, offset + MemoryLayout<T>.size <= bytes.count else { return 0 }
    return bytes.loadUnaligned(fromByteOffset: offset, as: type)
  }

  /// Copies the NUL-terminated string at an offset.
  func string(at offset: Int) -> String {
    guard offset >= 0, offset < bytes.count else { return "" }
    return String(decoding: bytes[offset...].prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Tells whether a NUL-terminated string stands at an offset.
  func hasString(_ text: UnsafeRawBufferPointer, at offset: Int) -> Bool {
    let end = offset + text.count
    guard offset >= 0, end < bytes.count, bytes[end] == 0, let base = bytes.baseAddress,
      let start = text.baseAddress
    else { return false }
    return memcmp(base + offset, start, text.count) == 0
  }

  /// Copies those of the NUL-terminated strings in a range that contain `text`.
  func strings(containing text: String, from start: Int, size: Int) -> [String] {
    let end = start + size
    // With a NUL at the very end no string runs out of the mapping.
    guard start >= 0, size > 0, end <= bytes.count, bytes[end - 1] == 0,
      let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
    else { return [] }
    var found: [String] = []
    var position = start
    while position < end {
      if strstr(base + position, text) != nil { found.append(String(cString: base + position)) }
      position += strlen(base + position) + 1
    }
    return found
  }

  /// Finds the value that `body` makes of records in a range; nil if they don't all lie in the file.
  func withRecords<Record: BitwiseCopyable, Result>(
    of type: Record.Type, at offset: Int, count: Int,
    _ body: (UnsafePointer<Record>) -> Result
  ) -> Result? {
    guard offset >= 0, count >= 0, offset % MemoryLayout<Record>.alignment == 0,
      count <= (bytes.count - offset) / MemoryLayout<Record>.stride, let base = bytes.baseAddress
    else { return nil }
    return (base + offset).withMemoryRebound(to: Record.self, capacity: count, body)
  }
}
