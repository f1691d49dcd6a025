import Foundation
import Probe

/// What came of running one program.
public struct Outcome: Equatable, Sendable {
  /// The program that was run.
  public let program: Program
  /// How its process ended; nil if it never began.
  public let exit: Exit?
  /// Its report, or why there is none.
  public let result: Result<ExperimentReport, RunFailure>
  /// Whether the program is a leak that the learner has mended.
  public var isFixedByLearner = false

  /// How what came of it compares with what the catalog expects.
  public var assessment: Assessment {
    switch result {
    case _ where isFixedByLearner: .fixedByLearner
    case .failure(let failure): .failed(failure)
    case .success(let report): Assessment(report, expected: program.expected)
    }
  }
}

/// How an outcome compares with what the catalog expects.
public enum Assessment: Equatable, Sendable {
  /// Every object had its verdict, and every check held.
  case asExpected
  /// A leak that the learner has mended: its objects were freed, and every check held.
  case fixedByLearner
  /// A verdict or a check is not as expected; each sentence says one.
  case unexpected([String])
  /// The run says nothing.
  case failed(RunFailure)

  init(_ report: ExperimentReport, expected: Verdict) {
    var faults = report.subjects.filter { $0.verdict != expected }.map {
      "\($0.type) is \($0.verdict.rawValue), expected \(expected.rawValue)"
    }
    faults += report.checks.filter { !$0.held }.map { "it was never seen that \($0.what)" }
    if report.checks.isEmpty { faults.append("it checked nothing, so it proves nothing") }
    self = faults.isEmpty ? .asExpected : .unexpected(faults)
  }
}

extension Assessment {
  /// Whether there is nothing to complain about.
  var isGood: Bool { self == .asExpected || self == .fixedByLearner }
}

extension Outcome {
  /// Reads what a program wrote and how it ended.
  init(_ program: Program, _ child: ChildResult) {
    self.init(program: program, exit: child.exit, result: Self.report(of: program.name, child))
  }

  /// Reads the report that a program of that name wrote, or why it is none.
  static func report(
    of name: String, _ child: ChildResult
  ) -> Result<ExperimentReport, RunFailure> {
    let status: Int32
    switch child.exit {
    case .timedOut(let seconds): return .failure(.timedOut(seconds))
    case .signal(let signal):
      return .failure(.crashed(signal: signal, lastWords: lastWords(child.errors)))
    case .status(let own): status = own
    }
    if child.output.byteCount == 0 {
      return .failure(.silent(status: status, lastWords: lastWords(child.errors)))
    }
    guard child.output.byteCount == child.output.beginning.count,
      let report = try? JSONDecoder().decode(ExperimentReport.self, from: child.output.beginning)
    else {
      let beginning = oneLine(child.output.text.prefix(60))
      return .failure(.unreadable(byteCount: child.output.byteCount, beginning: beginning))
    }
    if report.name != name { return .failure(.wrongProgram(saysItIs: report.name)) }
    if report.exitStatus != status {
      return .failure(.contradictsItself(status: status, reported: report.exitStatus))
    }
    if let failure = report.failure { return .failure(.couldNotTell(failure)) }
    if report.subjects.isEmpty { return .failure(.couldNotTell("its report names no object")) }
    return .success(report)
  }

  /// The last line of standard error that says something, without control characters.
  private static func lastWords(_ errors: CapturedOutput) -> String {
    let lines = errors.text.split(whereSeparator: \.isNewline).map(oneLine)
    let telling = lines.first { $0.contains("Fatal error") } ?? lines.last { !$0.isEmpty } ?? ""
    return String(telling.prefix(200))
  }

  /// Text that can't break a terminal's line: control characters become spaces.
  private static func oneLine(_ text: Substring) -> String {
    let isControl = CharacterSet.controlCharacters
    let scalars = text.unicodeScalars.map { isControl.contains($0) ? " " : $0 }
    return String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespaces)
  }
}
