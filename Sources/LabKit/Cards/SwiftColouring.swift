/// Gives a line of Swift a little colour: words of the language, texts, comments.
enum SwiftColouring {
  private static let words: Set<Substring> = [
    "actor", "await", "async", "case", "catch", "class", "defer", "deinit", "do", "else",
    "extension", "false", "final", "fileprivate", "for", "func", "guard", "if", "import", "in",
    "init", "isolated", "lazy", "let", "nil", "nonisolated", "private", "protocol", "return",
    "self", "set", "some", "any", "static", "struct", "true", "try", "unowned", "var", "weak",
    "while",
  ]

  static func line(_ text: String) -> Line {
    var line = Line()
    var rest = Substring(text)
    while let first = rest.first {
      let (part, tone) = token(rest, first)
      rest = rest.dropFirst(part.count)
      line = line + Line(String(part), tone)
    }
    return line
  }

  private static func token(_ rest: Substring, _ first: Character) -> (Substring, Line.Tone) {
    if rest.hasPrefix("//") { return (rest, .quiet) }
    if first == "\"" {
      // A quotation mark in an interpolation ends the colour early, and nothing else.
      let end = rest.dropFirst().firstIndex(of: "\"").map(rest.index(after:)) ?? rest.endIndex
      return (rest[..<end], .good)
    }
    if isPartOfAWord(first) {
      let word = rest.prefix(while: isPartOfAWord)
      return (word, words.contains(word) ? .strong : .plain)
    }
    return (
      rest.prefix { !isPartOfAWord($0) && $0 != "\"" && $0 != "/" }.nonEmpty(in: rest), .plain
    )
  }

  private static func isPartOfAWord(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}

extension Substring {
  /// Itself, or one character of `rest` where it is empty.
  fileprivate func nonEmpty(in rest: Substring) -> Substring { isEmpty ? rest.prefix(1) : self }
}
