/// A line of output: what it says first, how it is dressed last.
struct Line: Equatable, Sendable, ExpressibleByStringInterpolation {
  /// A run of text of one meaning.
  struct Span: Equatable, Sendable {
    var text: String
    var tone: Tone
  }

  /// What a text means; `TerminalStyle` knows what that looks like.
  enum Tone: Sendable {
    case plain, strong, quiet, good, bad, alive
  }

  private(set) var spans: [Span]

  init(_ text: String = "", _ tone: Tone = .plain) {
    spans = text.isEmpty ? [] : [Span(text: text, tone: tone)]
  }

  init(spans: [Span]) {
    self.spans = spans
  }

  init(stringLiteral text: String) {
    self.init(text)
  }

  /// The line without its dress.
  var text: String { spans.map(\.text).joined() }

  /// How many columns it takes; every character that the lab prints takes one.
  var width: Int { spans.reduce(0) { $0 + $1.text.count } }

  static func + (left: Line, right: Line) -> Line {
    var line = left
    line.spans += right.spans
    return line
  }

  /// The line with spaces up to a column.
  func padded(to width: Int) -> Line {
    self + Line(String(repeating: " ", count: max(0, width - self.width)))
  }
}
