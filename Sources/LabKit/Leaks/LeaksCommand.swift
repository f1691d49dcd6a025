import Foundation
import HeapGraph

/// `lab leaks`, `lab holds` and `lab heap`: runs a program, tells what its heap was like.
struct LeaksCommand: Sendable {
  let installation: Installation
  let options: LeaksOptions

  /// Carries the command out.
  ///
  /// - Returns: 0 nothing leaked, 1 leaks found, 2 there is no report.
  func perform() async -> Int32 {
    let console = Console()
    do {
      let suppressions = try readSuppressions()
      let output = try ReportOutput(path: options.output)
      var text: LeaksText {
        LeaksText(options: options, suppressions: suppressions, width: style.width)
      }
      let watcher = LeakWatcher(installation: installation, options: options) {
        number, report, before in
        if options.json { return }
        do {
          try output.write(
            dressed(text.lines(ofReport: number, report, since: before)), isFirst: number == 1)
        } catch {
          console.complain("lab: \(error)")
        }
      }
      let outcome = await watcher.run()
      let status = Self.status(of: outcome, options: options, suppressions: suppressions)
      if options.json {
        let json = LeaksJSON(outcome, suppressions: suppressions, status: status)
        try output.write(json.text() + "\n", isFirst: true)
      } else {
        try output.write(dressed(text.lines(of: outcome)), isFirst: outcome.reports.count < 2)
      }
      return status
    } catch {
      console.complain("lab: \(error)")
      return 2
    }
  }

  /// How the report is dressed where it goes: a file is no terminal, whatever standard error is.
  private var style: TerminalStyle {
    TerminalStyle(of: options.output == nil ? STDERR_FILENO : -1, wantsColor: options.color)
  }

  private func readSuppressions() throws -> Suppressions {
    guard let path = options.suppressions else { return Suppressions() }
    guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
      throw SuppressionError.unreadable(path)
    }
    return try Suppressions(text: text)
  }

  /// What the exit status says of a run.
  static func status(
    of outcome: WatchOutcome, options: LeaksOptions, suppressions: Suppressions
  ) -> Int32 {
    guard outcome.failure == nil, let report = outcome.last else { return 2 }
    switch options.question {
    case .heap: return 0
    case .holders: return report.heldCount ?? 0 > 0 ? 1 : 0
    case .leaks:
      let verdict = LeakVerdict(report.findings ?? LeakFindings(), suppressions: suppressions)
      return verdict.hasLeaks ? 1 : 0
    }
  }

  private func dressed(_ lines: [Line]) -> String {
    let style = style
    return lines.map { style.dress($0) + "\n" }.joined()
  }
}
