import Foundation

/// Where the lab writes: what people asked for on standard output, the rest on standard error.
public struct Console: Sendable {
  /// Makes a console on the process's own streams.
  public init() {}

  /// Writes lines to standard output.
  ///
  /// - Throws: An error if nobody reads it any more.
  func print(_ lines: [Line], in style: TerminalStyle) throws {
    try print(lines.map(style.dress).joined(separator: "\n"))
  }

  /// Writes a text and a newline to standard output.
  func print(_ text: String) throws {
    try write(text + "\n")
  }

  /// Writes a text to standard output, and nothing after it.
  func write(_ text: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
  }

  /// Clears the screen, and what was scrolled off it.
  func clear() throws {
    try FileHandle.standardOutput.write(contentsOf: Data("\u{1B}[H\u{1B}[2J\u{1B}[3J".utf8))
  }

  /// Writes a text and a newline to standard error, if anybody reads that.
  public func complain(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
  }
}

/// The one live line that says how far a run is, on a terminal only.
struct Progress {
  private let isShown = isatty(STDERR_FILENO) == 1

  func show(_ text: String) {
    write("\r\u{1B}[K\(text)")
  }

  func clear() {
    write("\r\u{1B}[K")
  }

  private func write(_ text: String) {
    guard isShown else { return }
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
