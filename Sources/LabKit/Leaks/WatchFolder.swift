import Foundation
import HeapGraph

/// The folder through which the lab and what it preloads talk; see CLeakPreload.c.
///
/// Its own: made in init, removed by `remove()`.
struct WatchFolder: Sendable {
  let folder: URL

  /// Makes the folder.
  ///
  /// - Parameters:
  ///   - preload: What is preloaded.
  ///   - reporter: The reporter.
  ///   - runtime: The Swift runtime that the reporter is linked with.
  ///   - question: What to ask.
  ///   - whileRunning: Whether SIGUSR1 asks for a report.
  /// - Throws: An error of the file system.
  init(
    preload: URL, reporter: URL, runtime: String, question: HeapReport.Question, whileRunning: Bool
  ) throws {
    folder = Self.parent.appendingPathComponent("lab-leaks-\(UUID().uuidString)")
    try Self.check(mkdir(folder.path, 0o700))
    do {
      try Self.check(symlink(preload.path, self.preload))
      try Self.check(symlink(reporter.path, file("reporter").path))
      try Self.check(symlink(runtime, file("runtime").path))
      try Data(question.description.utf8).write(to: file("question"))
      try Data(count: Self.logSize).write(to: file("log"))
      if whileRunning { try Data().write(to: file("running")) }
    } catch {
      remove()
      throw error
    }
  }

  /// More than any log needs, but for that of a program that replaces itself hundreds of times.
  private static let logSize = 1 << 18

  /// What is preloaded, by a path that LD_PRELOAD can name: blanks and colons end a name there, and
  /// a build folder may have them.
  var preload: String { file("preload").path }

  /// The folder for temporary files, if LD_PRELOAD can name it.
  private static var parent: URL {
    let usual = FileManager.default.temporaryDirectory
    return usual.path.contains { $0 == ":" || $0.isWhitespace }
      ? URL(fileURLWithPath: "/tmp") : usual
  }

  private static func check(_ result: Int32) throws {
    if result != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  private func file(_ name: String) -> URL { folder.appendingPathComponent(name) }

  /// What the preloaded library said, in order.
  var events: [WatchEvent] {
    let text = (try? Data(contentsOf: file("log")))?.prefix { $0 != 0 } ?? Data()
    return String(decoding: text, as: UTF8.self).split(separator: "\n")
      .map { WatchEvent(line: String($0)) }
  }

  /// What the reporter wrote as it crashed, in a line; empty if it didn't.
  var lastWords: String {
    let text = (try? String(contentsOf: file("reporter-said"), encoding: .utf8)) ?? ""
    let lines = text.split(whereSeparator: \.isNewline)
    return (lines.first { $0.contains("Fatal error") } ?? lines.last).map { String($0.prefix(200)) }
      ?? ""
  }

  /// The report of a number, if it is complete.
  func report(_ number: Int) throws -> HeapReport? {
    guard let data = try? Data(contentsOf: file("report-\(number)")) else { return nil }
    return try JSONDecoder().decode(HeapReport.self, from: data)
  }

  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }
}

/// One line of the preloaded library's log.
struct WatchEvent: Equatable, Sendable {
  var word: String
  var text: String

  init(_ word: String, _ text: String = "") {
    self.word = word
    self.text = text
  }

  init(line: String) {
    let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(parts.first.map(String.init) ?? "", parts.count > 1 ? String(parts[1]) : "")
  }
}
