import Probe

/// How far a learner has come with one leak: worked out by building and running, not remembered.
enum PracticeState: Equatable {
  /// Every object was freed, and everything still works.
  case fixed(ExperimentReport)
  /// An object is still there.
  case leaks(ExperimentReport)
  /// Every object went, but not when its owner let go.
  case freedLate(ExperimentReport)
  /// Every object was freed, but a check did not hold.
  case noLongerWorks(ExperimentReport)
  /// The leak was not mended but avoided.
  case evaded(Evasion)
  /// What the compiler said.
  case doesNotCompile(String)
  /// It was built, and its run says nothing.
  case couldNotRun(RunFailure)

  /// A way of not mending a leak, and where.
  enum Evasion: Equatable {
    /// The `@main` type is not as it was; the first line that differs, unless lines are gone.
    case changedExam(line: Int?)
    /// A word that takes the object out of ARC's hands.
    case unsafeWord(String, line: Int)
    /// What the object held was moved into a variable that lives as long as the program.
    case globalState(line: Int)
    /// These classes' deinits no longer make their check mark.
    case silentDeinit([String])
  }
}

/// Judges what a learner wrote, and what came of running it.
struct PracticeJudge {
  /// What frees an object, or lets go of it, behind ARC's back.
  private static let unsafeWords = [
    "Unmanaged", "unowned(unsafe)", "unsafeBitCast", "UnsafeMutable", "UnsafeRaw", "@_silgen_name",
    "nonisolated(unsafe)",
  ]

  let shipped: [String]
  let written: [String]

  /// Whether the file is not as it was shipped.
  var isEdited: Bool { shipped != written }

  /// The state that a run of what was written shows.
  func state(after outcome: Outcome) -> PracticeState {
    if let evasion { return .evaded(evasion) }
    let report: ExperimentReport
    switch outcome.result {
    case .failure(let failure): return .couldNotRun(failure)
    case .success(let success): report = success
    }
    let verdicts = Set(report.subjects.map(\.verdict))
    if !verdicts.isDisjoint(with: [.stillAlive, .destroyedButReferenced]) { return .leaks(report) }
    if !report.checks.allSatisfy(\.held) { return .noLongerWorks(report) }
    if verdicts != [.freed] { return .freedLate(report) }
    let silent = report.subjects.map(\.type).filter { !report.deinits.contains($0) }
    return silent.isEmpty ? .fixed(report) : .evaded(.silentDeinit(silent))
  }

  /// What of the text is no mending; told before anything that the run says.
  private var evasion: PracticeState.Evasion? {
    let (exam, original) = (Exam(in: written), Exam(in: shipped))
    if exam != original { return .changedExam(line: exam.firstChange(from: original)) }
    for (index, line) in written.enumerated() {
      let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
      if code.contains(#/\bstatic\b.*\bvar\b|^(\w+ )*var\b/#) {
        return .globalState(line: index + 1)
      }
      if let word = Self.unsafeWords.first(where: code.contains) {
        return .unsafeWord(word, line: index + 1)
      }
    }
    return nil
  }
}
