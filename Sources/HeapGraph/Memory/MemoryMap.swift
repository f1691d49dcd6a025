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
    var ranges: [MappedRange] = []
    var text = TextFile.bytes(of: "/proc/\(process)/maps") ?? []
    text.append(0)
    // By C's own scanning, which is fast in a debug build as well.
    text.withUnsafeMutableBytes { text in
      guard var line = text.baseAddress?.assumingMemoryBound(to: CChar.self) else { return }
      while let end = strchr(line, 0x0a) {
        end.pointee = 0
        if let range = Self.parse(line) { ranges.append(range) }
        line = end + 1
      }
    }
    self.ranges = ranges
  }

  /// Reads one line such as `7f00-7f10 r-xp 00001000 08:01 42   /lib/libc.so`.
  private static func parse(_ line: UnsafeMutablePointer<CChar>) -> MappedRange? {
    var place: UnsafeMutablePointer<CChar>? = line
    let start = strtoul(line, &place, 16)
    guard let dash = place, dash != line, dash.pointee == 0x2d else { return nil }
    let end = strtoul(dash + 1, &place, 16)
    guard let access = place, access.pointee == 0x20, strlen(access) > 6 else { return nil }
    let offset = strtoul(access + 6, &place, 16)
    // The device, then the file's number, then spaces up to its name, if there is one.
    guard let device = place, device.pointee == 0x20, let number = strchr(device + 1, 0x20)
    else { return nil }
    _ = strtoul(number, &place, 10)
    guard var name = place else { return nil }
    name += strspn(name, " ")
    return MappedRange(
      start: start, end: end, isReadable: access[1] == 0x72, isWritable: access[2] == 0x77,
      isExecutable: access[3] == 0x78, fileOffset: offset, name: String(cString: name))
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
