#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Files read whole, without Foundation.
enum TextFile {
  /// The bytes of a file, or nil if it can't be opened.
  static func bytes(of path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let got = chunk.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
      guard got > 0 else { break }
      bytes.append(contentsOf: chunk[..<got])
    }
    return bytes
  }

}
