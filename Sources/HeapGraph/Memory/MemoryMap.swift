#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// One line of `/proc/PID/maps`.
struct MappedRange: Sendable {
  let start: UInt
  let end: UInt
  let isReadable: Bool
  let isWritable: Bool
  let isExecutable: Bool
  /// The offset in the file that `start` maps.
  let fileOffset: UInt
  /// The file, `[heap]`, `[stack]`, or empty for anonymous memory.
  let name: String

  var isFile: Bool { name.hasPrefix("/") }
}

/// The address space of a process: which ranges are mapped, how, and from which file.
struct MemoryMap: Sendable {
  /// Sorted by address, disjoint.
  let ranges: [MappedRange]

  /// Reads the map of a process, or an empty one if it can't be read.
  init(process: Int32) {
    let text = TextFile.contents(of: "/proc/\(process)/maps") ?? ""
    ranges = text.split(separator: "\n").compactMap(Self.parse)
  }

  /// Reads one line such as `7f00-7f10 r-xp 00001000 08:01 42   /lib/libc.so`.
  private static func parse(_ line: Substring) -> MappedRange? {
    let parts = line.split(separator: " ", maxSplits: 5, omittingEmptySubsequences: true)
    guard parts.count >= 5 else { return nil }
    let bounds = parts[0].split(separator: "-")
    guard bounds.count == 2, let start = UInt(bounds[0], radix: 16),
      let end = UInt(bounds[1], radix: 16), let offset = UInt(parts[2], radix: 16)
    else { return nil }
    let name = parts.count > 5 ? String(parts[5].drop(while: { $0 == " " })) : ""
    return MappedRange(
      start: start, end: end, isReadable: parts[1].contains("r"),
      isWritable: parts[1].contains("w"), isExecutable: parts[1].contains("x"),
      fileOffset: offset, name: name)
  }

  /// The range that contains an address.
  func range(containing address: UInt) -> MappedRange? {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].end <= address { low = middle + 1 } else { high = middle }
    }
    guard low < ranges.count, ranges[low].start <= address else { return nil }
    return ranges[low]
  }

  /// Tells whether code may run at an address.
  func isExecutable(_ address: UInt) -> Bool {
    range(containing: address)?.isExecutable ?? false
  }
}
