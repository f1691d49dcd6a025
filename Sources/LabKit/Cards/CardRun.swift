import Probe

/// What came of running a card, or of having the compiler read it.
struct CardRun: Equatable, Sendable {
  /// What became of one watched object.
  struct Object: Equatable, Sendable {
    var type: String
    var ending: Ending
  }

  var ending: Ending
  /// The watched objects; none where nothing ran to its end.
  var objects: [Object] = []
  /// The name of the signal that ended it.
  var signal: String?
  /// What the runtime or the compiler said, addresses left out.
  var message: String?
  /// What it printed while it ran, or what the compiler printed.
  var console: [String]
  /// What was found: verdicts, and the chains to what is alive.
  var findings: [String]
  /// Why the run proves nothing; empty where it does.
  var faults: [String] = []
}

extension CardRun {
  /// Reads what a card's program wrote and how it ended.
  init(of card: Card, _ child: ChildResult) throws(RunFailure) {
    let errors = child.errors.text.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var story = errors.prefix { $0 != "Current stack trace:" }.map(String.init)
    if story.last == "" { story.removeLast() }
    if case .signal(let signal) = child.exit {
      self.init(
        ending: .crashes, signal: SignalName.short(signal),
        message: story.last { $0.contains("Fatal error") }.map(Self.withoutAddresses),
        console: story, findings: ["✗ It crashed: \(SignalName.of(signal))."])
      return
    }
    let report = try Outcome.report(of: card.name, child).get()
    let objects = report.subjects.map { Object(type: $0.type, ending: Ending($0.verdict)) }
    self.init(
      ending: .worst(of: objects.map(\.ending)), objects: objects, console: story,
      findings: Array(ReportText(report).lines.dropFirst()),
      faults: report.checks.filter { !$0.held }.map { "it was never seen that \($0.what)" }
        + (report.checks.isEmpty ? ["it checked nothing, so it proves nothing"] : []))
  }

  /// Reads what the compiler said of a card; nil if it had nothing against it.
  init?(compilerSaid text: String) {
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard
      let error = lines.compactMap({ $0.firstRange(of: " error: ").map($0.suffix(after:)) }).first
    else { return nil }
    let group = error.firstRange(of: " [#")?.lowerBound ?? error.endIndex
    self.init(
      ending: .doesNotCompile, message: String(error[..<group]),
      console: lines.map(String.init), findings: ["✗ It does not compile."])
  }

  private static func withoutAddresses(_ text: String) -> String {
    text.replacing(/0x[0-9a-f]+/, with: "0x…")
  }
}

extension Substring {
  fileprivate func suffix(after range: Range<Index>) -> Substring { self[range.upperBound...] }
}
