#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The time that `body` takes, in seconds.
func seconds(_ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  return (ContinuousClock.now - start) / .seconds(1)
}

extension [Double] {
  var median: Double { sorted()[count / 2] }
}

extension Double {
  /// Three digits behind the point.
  var text: String {
    let thousandths = Int((self * 1000).rounded())
    let rest = String(thousandths % 1000)
    return "\(thousandths / 1000)." + String(repeating: "0", count: 3 - rest.count) + rest
  }
}

/// What the kernel says of this process.
enum Own {
  /// The kilobytes that it took at its peak.
  static var peak: Int {
    let lines = (Text.contents(of: "/proc/self/status") ?? "").split(separator: "\n")
    return lines.first { $0.hasPrefix("VmHWM:") }.flatMap { Int($0.filter(\.isNumber)) } ?? 0
  }

  /// Where the heap lies.
  static var heap: UnsafeRawBufferPointer {
    for line in (Text.contents(of: "/proc/self/maps") ?? "").split(separator: "\n")
    where line.hasSuffix("[heap]") {
      let bounds = line.prefix { $0 != " " }.split(separator: "-").compactMap {
        UInt($0, radix: 16)
      }
      guard bounds.count == 2 else { continue }
      return UnsafeRawBufferPointer(
        start: UnsafeRawPointer(bitPattern: bounds[0]), count: Int(bounds[1] - bounds[0]))
    }
    return UnsafeRawBufferPointer(start: nil, count: 0)
  }
}
