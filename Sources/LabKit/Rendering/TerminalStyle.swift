import Foundation

/// How output is dressed, and how wide it may be.
public struct TerminalStyle: Sendable {
  let hasColor: Bool
  let width: Int
  /// Whether a screen can be cleared.
  var isScreen = false

  /// Makes a style.
  ///
  /// - Parameters:
  ///   - hasColor: Whether to write colours.
  ///   - width: The columns of a line; less than 20 counts as 20.
  public init(hasColor: Bool, width: Int) {
    self.hasColor = hasColor
    self.width = max(20, width)
  }

  /// The style that suits a stream.
  ///
  /// Colour needs a terminal that has it, no `NO_COLOR` and the person's consent. The width is
  /// the terminal's; elsewhere `COLUMNS`, or 80.
  ///
  /// - Parameters:
  ///   - stream: The stream's file descriptor.
  ///   - wantsColor: Whether the person left colour on.
  ///   - environment: The process's environment.
  public init(
    of stream: Int32, wantsColor: Bool,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    let isTerminal = isatty(stream) == 1
    let noColor = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    let isDumb = environment["TERM"].map { $0 == "dumb" || $0.isEmpty } ?? true
    let columns = Self.columns(of: stream) ?? environment["COLUMNS"].flatMap { Int($0) } ?? 80
    self.init(hasColor: isTerminal && wantsColor && !noColor && !isDumb, width: columns)
    isScreen = isTerminal && !isDumb
  }

  private static func columns(of stream: Int32) -> Int? {
    var size = winsize()
    let isKnown = ioctl(stream, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
    return isKnown ? Int(size.ws_col) : nil
  }

  func dress(_ line: Line) -> String {
    guard hasColor else { return line.text }
    return line.spans.map { span in
      span.tone.code.map { "\u{1B}[\($0)m\(span.text)\u{1B}[0m" } ?? span.text
    }.joined()
  }
}

extension Line.Tone {
  fileprivate var code: String? {
    switch self {
    case .plain: nil
    case .strong: "1"
    case .quiet: "2"
    case .good: "32"
    case .bad: "1;31"
    case .alive: "33"
    }
  }
}
