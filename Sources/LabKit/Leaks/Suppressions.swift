import Foundation
import HeapGraph

/// Leaks that are known and accepted, each with its reason.
///
/// A file has one a line: what it goes by, what to look for (`*` stands for anything), and the
/// reason behind ` # `. Empty lines and lines that begin with `#` say nothing.
///
/// ```
/// type Telescope                 # waits for the next release of TelescopeKit
/// shape *URLSession.delegate*    # the session lives as long as the program
/// signature d20a2a7c1514affc     # issue 12
/// ```
struct Suppressions: Equatable, Sendable {
  /// What a rule goes by.
  enum Kind: String, CaseIterable, Sendable {
    /// An object of the ring has this type.
    case type
    /// The ring, as it is written in a line, looks like this.
    case shape
    /// The ring's signature is this.
    case signature
  }

  /// One line.
  struct Rule: Equatable, Hashable, Sendable {
    var kind: Kind
    var pattern: String
    var reason: String
    var line: Int
  }

  var rules: [Rule] = []

  /// Reads the text of a file.
  ///
  /// - Throws: `SuppressionError` for the first line that can't be understood.
  init(text: String) throws(SuppressionError) {
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let mark = line.range(of: " # ") ?? line.range(of: "\t# ") else {
        throw .noReason(line: index + 1)
      }
      let words = line[..<mark.lowerBound].split(separator: " ", maxSplits: 1)
      guard words.count == 2, let kind = Kind(rawValue: String(words[0])) else {
        throw .unknown(line: index + 1)
      }
      rules.append(
        Rule(
          kind: kind, pattern: words[1].trimmingCharacters(in: .whitespaces),
          reason: line[mark.upperBound...].trimmingCharacters(in: .whitespaces), line: index + 1))
    }
  }

  /// No rules.
  init() {}

  /// The rule that accepts a ring.
  func rule(for ring: Ring) -> Rule? {
    rule(
      types: ring.chain.links.map(\.from.name), shape: ring.shape, signature: ring.signature)
  }

  /// The rule that accepts a lost task.
  func rule(for task: LostTask) -> Rule? {
    rule(
      types: task.kept.map(\.type), shape: "task running \(task.function)",
      signature: task.signature)
  }

  private func rule(types: [String], shape: String, signature: String) -> Rule? {
    rules.first { rule in
      switch rule.kind {
      case .type: types.contains { $0.matches(pattern: rule.pattern) }
      case .shape: shape.matches(pattern: rule.pattern)
      case .signature: signature == rule.pattern
      }
    }
  }
}

/// What is wrong with a file of suppressions.
enum SuppressionError: Error, Equatable, CustomStringConvertible {
  case unreadable(String)
  case unknown(line: Int)
  case noReason(line: Int)

  var description: String {
    switch self {
    case .unreadable(let path): "The suppressions can't be read: \(path)."
    case .unknown(let line):
      "Line \(line) of the suppressions begins with none of type, shape and signature."
    case .noReason(let line):
      "Line \(line) of the suppressions gives no reason: put it at the end, behind ' # '."
    }
  }
}

extension String {
  /// Whether the whole text looks like a pattern in which `*` stands for anything.
  func matches(pattern: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    guard parts.count > 1 else { return self == pattern }
    guard hasPrefix(parts[0]) else { return false }
    var rest = self[...].dropFirst(parts[0].count)
    for part in parts.dropFirst().dropLast() where !part.isEmpty {
      guard let found = rest.range(of: part) else { return false }
      rest = rest[found.upperBound...]
    }
    return rest.hasSuffix(parts[parts.count - 1])
  }
}
