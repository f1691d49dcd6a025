/// What the generic parameters of a closure stand for, by depth and index.
struct GenericBindings: Hashable {
  struct Parameter: Hashable {
    var depth: Int
    var index: Int

    /// Reads a mangled parameter: `x`, `q_`, `q0_`, `qd__`, `qd0_1_`.
    init?(mangled: String) {
      if mangled == "x" {
        (depth, index) = (0, 0)
        return
      }
      guard mangled.hasPrefix("q"), mangled.hasSuffix("_") else { return nil }
      let parts = mangled.dropFirst(mangled.hasPrefix("qd") ? 2 : 1).dropLast()
        .split(separator: "_", omittingEmptySubsequences: false)
      // An index is written as nothing for 0, "0" for 1, "1" for 2 and so on.
      let numbers = parts.map { $0.isEmpty ? 0 : (Int($0) ?? -2) + 1 }
      guard numbers.allSatisfy({ $0 >= 0 }) else { return nil }
      if mangled.hasPrefix("qd") {
        guard numbers.count == 2 else { return nil }
        (depth, index) = (numbers[0] + 1, numbers[1])
      } else {
        guard numbers.count == 1 else { return nil }
        (depth, index) = (0, numbers[0] + 1)
      }
    }
  }

  private(set) var types: [Parameter: UInt] = [:]

  var isEmpty: Bool { types.isEmpty }

  /// Binds a parameter to the metadata at an address.
  mutating func bind(_ parameter: Parameter, to type: UInt) { types[parameter] = type }

  /// Calls back with an environment descriptor and the arguments that belong to it.
  ///
  /// The descriptor (Swift's ABI: flags, cumulated counts by depth, one byte a parameter) and the
  /// arguments are valid in `body` only. Null arguments stand for parameters that are not bound.
  func withEnvironment(
    _ body: (UnsafeRawPointer, UnsafePointer<UnsafeRawPointer?>) -> UnsafeRawPointer?
  ) -> UnsafeRawPointer? {
    let depths = (types.keys.map(\.depth).max() ?? -1) + 1
    var counts: [Int] = Array(repeating: 0, count: depths)
    for parameter in types.keys {
      counts[parameter.depth] = max(counts[parameter.depth], parameter.index + 1)
    }
    // An unbound parameter would make the runtime read a null type.
    guard counts.reduce(0, +) == types.count, depths > 0, depths < 16 else { return nil }
    var bytes: [UInt8] = [UInt8(depths), 0, 0, 0]
    var total = 0
    for count in counts {
      total += count
      bytes.append(UInt8(truncatingIfNeeded: total))
      bytes.append(UInt8(truncatingIfNeeded: total >> 8))
    }
    bytes.append(contentsOf: repeatElement(0x80, count: total))
    let ordered = types.sorted { ($0.key.depth, $0.key.index) < ($1.key.depth, $1.key.index) }
    let arguments = ordered.map { UnsafeRawPointer(bitPattern: $0.value) }
    return bytes.withUnsafeBytes { descriptor in
      arguments.withUnsafeBufferPointer { arguments in
        guard let descriptor = descriptor.baseAddress, let first = arguments.baseAddress else {
          return nil
        }
        return body(descriptor, first)
      }
    }
  }
}
