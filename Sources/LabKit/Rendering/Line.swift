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

  /// The line in pieces of at most `width` columns, broken behind spaces where there are any.
  func broken(at width: Int) -> [Line] {
    var (pieces, rest) = ([Line](), self)
    while rest.width > width {
      let text = rest.text.prefix(width + 1)
      let space = text.lastIndex(of: " ").map { text.distance(from: text.startIndex, to: $0) + 1 }
      // A space in the indentation is no place to break at.
      let isUseful = space.map { text.prefix($0).contains { $0 != " " } } ?? false
      let end = isUseful ? space ?? width : width
      pieces.append(rest.columns(0..<(isUseful ? end - 1 : end)))
      rest = rest.columns(end..<rest.width)
    }
    return pieces + [rest]
  }

  /// The line in pieces of at most `width` columns, all but the first set in.
  func fitted(to width: Int, hanging indent: Int = 0) -> [Line] {
    guard self.width > width else { return [self] }
    let pieces = columns(indent..<self.width).broken(at: width - indent)
    return pieces.enumerated().map { index, piece in
      (index == 0 ? columns(0..<indent) : Line().padded(to: indent)) + piece
    }
  }

  private func columns(_ range: Range<Int>) -> Line {
    var (column, line) = (0, Line())
    for span in spans {
      let start = max(range.lowerBound - column, 0)
      let end = max(range.upperBound - column, 0)
      if start < end {
        line = line + Line(String(span.text.prefix(end).dropFirst(start)), span.tone)
      }
      column += span.text.count
    }
    return line
  }
}
