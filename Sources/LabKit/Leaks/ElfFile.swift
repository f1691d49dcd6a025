import Foundation

/// What a look at an executable file says before it is run.
///
/// Format: the System V ABI, 64-bit little-endian.
struct ElfFile {
  /// Whether the system loads libraries for it.
  private(set) var isDynamic = false
  /// The libraries that it asks for.
  private(set) var libraries: [String] = []

  private let data: Data

  /// Reads a file; nil if it is no such file.
  init?(path: String) {
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe),
      data.count > 64, data.starts(with: [0x7f, 0x45, 0x4c, 0x46, 2, 1])
    else { return nil }
    self.data = data
    let headers = table(at: word(32), size: half(54), count: half(56))
    isDynamic = headers.contains { Self.integer(data, $0, 4) == 3 }
    readLibraries()
  }

  private static func integer(_ data: Data, _ offset: Int, _ size: Int) -> Int {
    guard offset >= 0, offset <= data.count - size else { return 0 }
    return (0..<size).reduce(0) { $0 | Int(data[data.startIndex + offset + $1]) << ($1 * 8) }
  }

  private func half(_ offset: Int) -> Int { Self.integer(data, offset, 2) }
  private func word(_ offset: Int) -> Int {
    Self.integer(data, offset + 4, 3) << 32 | Self.integer(data, offset, 4)
  }

  private func table(at offset: Int, size: Int, count: Int) -> [Int] {
    (0..<count).map { offset + $0 * size }
  }

  private func string(at offset: Int) -> String {
    guard offset >= 0, offset < data.count else { return "" }
    return String(decoding: data[(data.startIndex + offset)...].prefix { $0 != 0 }, as: UTF8.self)
  }

  private mutating func readLibraries() {
    let sections = table(at: word(40), size: half(58), count: half(60))
    for section in sections {
      let link = Self.integer(data, section + 40, 4)
      guard Self.integer(data, section + 4, 4) == 6, sections.indices.contains(link) else {
        continue
      }
      let strings = word(sections[link] + 24)
      libraries = table(at: word(section + 24), size: 16, count: word(section + 32) / 16)
        .filter { word($0) == 1 }.map { string(at: strings + word($0 + 8)) }
    }
  }

  /// Whether it has a sanitizer's library, which refuses to run where another comes before it.
  var isSanitized: Bool {
    libraries.contains { library in
      ["libasan", "libclang_rt.asan", "libhwasan", "libclang_rt.hwasan"].contains {
        library.hasPrefix($0)
      }
    }
  }
}
