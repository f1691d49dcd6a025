import HeapGraph

/// A report as the lines a person reads at the end of an experiment.
public struct ReportText {
  private let report: ExperimentReport

  /// Makes the text of a report.
  public init(_ report: ExperimentReport) {
    self.report = report
  }

  /// The lines: an empty one, what was found, and for the half of a pair what to type next.
  public var lines: [String] {
    [""] + findings + nextSteps
  }

  private var findings: [String] {
    if let failure = report.failure { return ["? Could not tell. \(failure)"] }
    let subjects = report.subjects.enumerated().flatMap { index, subject in
      // A drawing is set off from what comes before it.
      (index > 0 && subject.holders != nil ? [""] : []) + Self.lines(subject)
    }
    let noChains = Set(report.subjects.compactMap(\.noChain)).sorted()
    let failed = report.checks.filter { !$0.held }.map {
      "? Could not tell: it was never seen that \($0.what)."
    }
    return subjects + noChains + failed
  }

  private static func lines(_ subject: SubjectReport) -> [String] {
    let after = "\(seconds(subject.seconds)) after its owner let go"
    let drawing = subject.holders.map { ChainDrawing().lines(for: $0) } ?? []
    switch subject.verdict {
    case .freed:
      return ["✓ \(subject.type) was freed as soon as its owner let go."]
    case .freedLate:
      let until = drawing.isEmpty ? "." : "; until then:"
      return ["◐ \(subject.type) was freed late, \(after)\(until)"] + drawing.dropFirst()
    case .stillAlive where drawing.isEmpty:
      return ["● \(subject.type) is still alive: its owner let go, and its deinit has not run."]
    case .stillAlive, .destroyedButReferenced:
      return ["● \(drawing[0])"] + drawing.dropFirst()
    }
  }

  /// Seconds with two decimals, without Foundation's formats, which depend on where one is.
  private static func seconds(_ seconds: Double) -> String {
    let hundredths = Int((seconds * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction) s"
  }

  /// What to type next, for the two halves of a pair.
  private var nextSteps: [String] {
    let steps: [(command: String, why: String)]
    if let pair = report.name.suffix(after: "leak-") {
      steps = [
        ("swift run fix-\(pair)", "the same program, mended"),
        ("swift run lab diff \(pair)", "what the fix changes"),
        ("swift run lab why \(pair)", "what holds it, as text or as a picture"),
        ("swift run lab debug \(pair)", "step through it in lldb"),
      ]
    } else if let pair = report.name.suffix(after: "fix-") {
      steps = [
        ("swift run leak-\(pair)", "the same program with its leak"),
        ("swift run lab diff \(pair)", "what the fix changes"),
        ("swift run lab debug fix-\(pair)", "step through it in lldb"),
      ]
    } else {
      return []
    }
    let width = steps.map(\.command.count).max() ?? 0
    return ["", "Next:"]
      + steps.map { step in
        let gap = String(repeating: " ", count: width - step.command.count + 3)
        return "  \(step.command)\(gap)\(step.why)"
      }
  }
}

extension String {
  /// What comes after `prefix`, or nil where the text does not begin with it.
  fileprivate func suffix(after prefix: String) -> Substring? {
    hasPrefix(prefix) ? dropFirst(prefix.count) : nil
  }
}
