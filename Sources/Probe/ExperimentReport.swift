/// Everything one experiment found out, as it is written in JSON.
public struct ExperimentReport: Codable, Equatable, Sendable {
  /// The experiment's name, which is its program's: "leak-helper".
  public var name: String
  /// The verdict that the experiment's author expects of every object; nil where it asks.
  public var expected: Verdict?
  /// What became of each watched object, in the order in which they were watched.
  public var subjects: [SubjectReport]
  /// Whether the thing worked while it lived.
  public var checks: [Check]
  /// The types whose deinits ran, in the order in which they ran.
  public var deinits: [String]
  /// Why nothing could be told; nil where the subjects' verdicts stand.
  public var failure: String?

  /// Makes a report.
  public init(
    name: String, expected: Verdict?, subjects: [SubjectReport] = [], checks: [Check] = [],
    deinits: [String] = [], failure: String? = nil
  ) {
    self.name = name
    self.expected = expected
    self.subjects = subjects
    self.checks = checks
    self.deinits = deinits
    self.failure = failure
  }

  /// The exit status that tells this report: 0 freed, 1 still alive, 2 could not tell.
  ///
  /// A check that did not hold means "could not tell": what is freed without having worked, or
  /// alive without its work having begun, proves nothing.
  public var exitStatus: Int32 {
    if failure != nil || subjects.isEmpty || checks.contains(where: { !$0.held }) { return 2 }
    return subjects.contains { $0.verdict.isLeak } ? 1 : 0
  }
}

/// One thing an experiment had to see working.
public struct Check: Codable, Equatable, Sendable {
  /// What was to be seen: "the camera counts".
  public var what: String
  /// Whether it was.
  public var held: Bool

  /// Makes a check.
  public init(what: String, held: Bool) {
    self.what = what
    self.held = held
  }
}
