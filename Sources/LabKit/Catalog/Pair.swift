/// One of the twelve: a leak, and the same program mended.
public struct Pair: Hashable, Sendable, CustomStringConvertible {
  /// Its place in the order of teaching, from 1.
  public let number: Int
  /// Its name, from which its two programs and files have theirs.
  public let name: String
  /// What goes wrong, in a few words.
  public let title: String
  /// The rule it teaches, in one sentence.
  public let rule: String

  /// Its name.
  public var description: String { name }

  /// The file's name in Leaks/ and in Fixes/.
  var fileName: String { name.camelCase + ".swift" }

  /// Its two programs, the leak first.
  public var programs: [Program] { [.half(.leak, of: self), .half(.fix, of: self)] }
}

/// One half of a pair.
public enum Half: String, Sendable, CaseIterable {
  /// The program that leaks.
  case leak
  /// The program that doesn't.
  case fix

  var folder: String {
    switch self {
    case .leak: "Leaks"
    case .fix: "Fixes"
    }
  }
}
