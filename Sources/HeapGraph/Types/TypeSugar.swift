/// Writes a type's full name as a person would: `[() -> Int]` for `Swift.Array<() -> Swift.Int>`.
///
/// The demangler that shortens names leaves out what functions return, so names with functions in
/// them are read from their full form, as `String(reflecting:)` writes it.
struct TypeSugar {
  private var rest: Substring

  /// The short form of a full name.
  static func text(for qualified: String) -> String {
    var parser = TypeSugar(rest: Substring(qualified))
    return parser.text(until: [])
  }

  /// Reads up to one of the characters, at this level of brackets.
  private mutating func text(until ends: Set<Character>) -> String {
    var text = ""
    while let next = rest.first, !ends.contains(next) {
      if isComponent {
        text += path()
      } else if rest.hasPrefix("->") {
        text += "->"
        rest.removeFirst(2)
        if rest == " ()" || [" (),", " ()>", " ())"].contains(where: rest.hasPrefix) {
          text += " Void"
          rest.removeFirst(3)
        }
      } else if next == "(" {
        rest.removeFirst()
        text += "(" + self.text(until: [")"]) + ")"
        rest = rest.dropFirst()
      } else {
        text.append(rest.removeFirst())
      }
    }
    return text
  }

  private static let unknown = "(unknown context at "

  private var isComponent: Bool {
    rest.first.map { $0.isLetter || $0 == "_" } ?? false || rest.hasPrefix(Self.unknown)
      || discriminated != nil
  }

  /// The name in `(Name in _35C4)`, which is how a private protocol is written.
  private var discriminated: Substring? {
    guard rest.first == "(", let mark = rest.firstRange(of: " in _") else { return nil }
    let name = rest[..<mark.lowerBound].dropFirst()
    return name.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } ? name : nil
  }

  /// Reads a name with its module and the types around it, leaves out what the source doesn't say:
  /// the module, a private place, a function around a local type.
  private mutating func path() -> String {
    var parts: [String] = []
    var unknowns = 0
    var isLibrary = false
    while true {
      if rest.hasPrefix(Self.unknown) {
        rest = rest.drop { $0 != ")" }.dropFirst()
        unknowns += 1
        if unknowns == 2 { parts.removeAll() }
      } else {
        parts.append(component(isLibrary: isLibrary))
        if parts.count == 1, unknowns == 0 { isLibrary = parts == ["Swift"] }
      }
      guard rest.first == "." else { break }
      let dot = rest
      rest.removeFirst()
      if !isComponent {
        rest = dot
        break
      }
    }
    let isQualified = parts.count > 1 && unknowns < 2 && parts[0] != "Any" && parts[0] != "Self"
    return parts.dropFirst(isQualified ? 1 : 0).joined(separator: ".")
  }

  /// Reads one name with its generic arguments.
  private mutating func component(isLibrary: Bool) -> String {
    let hidden = discriminated
    let name = hidden ?? rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
    rest = hidden == nil ? rest.dropFirst(name.count) : rest.drop { $0 != ")" }.dropFirst()
    guard rest.first == "<" else { return String(name) }
    var arguments: [String] = []
    repeat {
      rest.removeFirst()
      arguments.append(argument(text(until: [",", ">"])))
    } while rest.first == ","
    rest = rest.dropFirst()
    switch (isLibrary ? name : "", arguments.count) {
    case ("Optional", 1):
      return Self.isOneWord(arguments[0]) ? arguments[0] + "?" : "(\(arguments[0]))?"
    case ("Array", 1): return "[\(arguments[0])]"
    case ("Dictionary", 2): return "[\(arguments[0]): \(arguments[1])]"
    default: return "\(name)<\(arguments.joined(separator: ", "))>"
    }
  }

  /// Tells whether a name has no space outside of brackets, as `() -> Int` has.
  private static func isOneWord(_ name: String) -> Bool {
    var depth = 0
    for character in name.replacing("->", with: "") {
      if "([<".contains(character) { depth += 1 }
      if ")]>".contains(character) { depth -= 1 }
      if character == " ", depth == 0 { return false }
    }
    return true
  }

  /// `Int` for an existential's `Self.Collection.Element == Int`.
  private func argument(_ text: String) -> String {
    let text = text.drop { $0 == " " }
    guard text.hasPrefix("Self."), let mark = text.firstRange(of: " == ") else {
      return String(text)
    }
    return String(text[mark.upperBound...])
  }
}
