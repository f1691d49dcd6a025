import Probe

/// The state of one leak as a person reads it: what came of the newest run, and what to do next.
struct PracticeReport {
  let pair: Pair
  let state: PracticeState
  let width: Int

  var lines: [Line] {
    [Line("\(pair.number) \(pair.name) · Leaks/\(pair.fileName)", .strong), ""] + body + [""]
      + next.flatMap { $0.wrapped(to: width) }.map { Line($0, .quiet) }
  }

  /// The state in a word or two, for the list.
  static func mark(_ state: PracticeState) -> Line {
    switch state {
    case .fixed: Line("✓ fixed", .good)
    case .leaks: Line("● leaks", .alive)
    case .freedLate: Line("◐ freed, but late", .alive)
    case .noLongerWorks: Line("✗ freed, but it no longer works", .bad)
    case .evaded(.changedExam): Line("✗ its @main type was changed", .bad)
    case .evaded(.unsafeWord): Line("✗ freed behind ARC's back", .bad)
    case .evaded(.globalState): Line("✗ moved into a global", .bad)
    case .evaded(.silentDeinit): Line("✗ its deinit says nothing", .bad)
    case .doesNotCompile: Line("✗ does not compile", .bad)
    case .couldNotRun: Line("✗ could not be run", .bad)
    }
  }

  private var body: [Line] {
    switch state {
    case .fixed(let report):
      why(report) + checks(report) + ["", Line("✓ Fixed: freed, and it works.", .good)]
    case .leaks(let report): why(report) + checks(report)
    case .freedLate(let report):
      why(report) + checks(report) + [""]
        + say(
          "◐ Freed, but only when some work had ended. It should go as soon as its owner lets go.",
          .alive)
    case .noLongerWorks(let report):
      checks(report) + [""]
        + say("✗ It is freed, but it no longer does its job: what is gone can't leak.", .bad)
    case .evaded(let evasion): say(Self.sentence(evasion, pair), .bad)
    case .doesNotCompile(let words):
      words.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map {
        Line(String($0))
      }
    case .couldNotRun(let failure): say("✗ It \(failure.description)", .bad)
    }
  }

  private func say(_ sentence: String, _ tone: Line.Tone) -> [Line] {
    sentence.wrapped(to: width).map { Line($0, tone) }
  }

  private func why(_ report: ExperimentReport) -> [Line] {
    WhyReport(program: .half(.leak, of: pair), report: report, showsAddresses: false, width: width)
      .lines
  }

  private func checks(_ report: ExperimentReport) -> [Line] {
    report.checks.isEmpty
      ? []
      : [""]
        + report.checks.map { check in
          check.held
            ? Line("  works: \(check.what)", .quiet)
            : Line("  ✗ it was never seen that \(check.what)", .bad)
        }
  }

  private static func sentence(_ evasion: PracticeState.Evasion, _ pair: Pair) -> String {
    switch evasion {
    case .changedExam(let line):
      """
      ✗ The @main type asks the questions, so it has to stay as it was\
      \(line.map { "; line \($0) differs" } ?? "; lines of it are gone"). The leak is below it. \
      To begin again: swift run lab reset \(pair.name)
      """
    case .unsafeWord(let word, let line):
      """
      ✗ \(word) in line \(line) takes the object out of ARC's hands: that hides a leak, and does \
      not mend it.
      """
    case .globalState(let line):
      """
      ✗ Line \(line) declares a variable that lives as long as the program: what is kept there is \
      never freed. Each object has to keep its own.
      """
    case .silentDeinit(let types):
      """
      ✗ \(types.joined(separator: " and ")): freed, but no deinit made its check mark. Keep \
      logDeinit(self) in the deinit.
      """
    }
  }

  private var next: [String] {
    switch state {
    case .fixed:
      [
        "What the lab's own fix does: swift run lab diff \(pair.name)",
        Catalog.pairs.first { $0.number == pair.number + 1 }
          .map { "Next: swift run lab practice \($0.name)" }
          ?? "That was the last one. How all twelve stand: swift run lab practice",
      ]
    case .doesNotCompile:
      [
        """
        'swift run lab' does not start while a file does not compile; this does: \
        swift run --skip-build lab practice \(pair.name)
        """
      ]
    case .leaks, .freedLate, .noLongerWorks, .evaded, .couldNotRun:
      ["Stuck? swift run lab hint \(pair.name)"]
    }
  }
}

/// The twelve, and how far the learner is with each.
struct PracticeList {
  let states: [PracticeState]

  var lines: [Line] {
    let width = (Catalog.pairs.map(\.name.count).max() ?? 0) + 2
    let rows = zip(Catalog.pairs, states).map { pair, state in
      let number = String(repeating: " ", count: 2 - String(pair.number).count) + "\(pair.number)  "
      return Line(number, .quiet) + Line(pair.name, .strong).padded(to: width)
        + PracticeReport.mark(state)
    }
    return rows + ["", Line(closing, .strong)]
  }

  private var closing: String {
    let open = zip(Catalog.pairs, states).filter { !$0.1.isFixed }.map(\.0)
    guard let next = open.first else { return "All twelve are fixed." }
    let count = states.count - open.count
    return "\(count) of \(states.count) \(count == 1 ? "is" : "are") fixed. "
      + "Next: swift run lab practice \(next.name)"
  }
}

extension PracticeState {
  var isFixed: Bool {
    if case .fixed = self { true } else { false }
  }
}
