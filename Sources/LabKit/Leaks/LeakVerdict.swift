import HeapGraph

/// What one report means: what is new, what is accepted, what is a library's affair.
struct LeakVerdict: Sendable {
  /// The leaks of the program that no rule accepts, largest first.
  private(set) var leaks: [Leak] = []
  /// The lost tasks that no rule accepts.
  private(set) var lostTasks: [LostTask] = []
  /// Leaks wholly inside libraries.
  private(set) var ofLibraries: [Leak] = []
  /// The rules that accepted something, with how many rings and tasks each did.
  private(set) var used: [Suppressions.Rule: Int] = [:]
  /// Rings that something living is part of.
  let living: [Ring]
  /// How many more kinds of leak there are than were looked at.
  let omitted: Int

  /// Sorts findings out.
  init(_ findings: LeakFindings, suppressions: Suppressions) {
    living = findings.living
    omitted = findings.omitted
    for var leak in findings.leaks {
      leak.rings.removeAll { ring in
        guard let rule = suppressions.rule(for: ring) else { return false }
        used[rule, default: 0] += ring.count
        return true
      }
      if leak.rings.isEmpty { continue }
      if leak.isLibrary { ofLibraries.append(leak) } else { leaks.append(leak) }
    }
    for task in findings.lostTasks {
      if let rule = suppressions.rule(for: task) {
        used[rule, default: 0] += task.count
      } else {
        lostTasks.append(task)
      }
    }
  }

  /// Whether something of the program's own is leaked.
  var hasLeaks: Bool { !leaks.isEmpty || !lostTasks.isEmpty || omitted > 0 }

  /// The objects of all leaks and lost tasks that are not accepted.
  var objects: Int {
    leaks.reduce(0) { $0 + $1.objects + $1.kept.objects }
      + lostTasks.reduce(0) { $0 + $1.kept.objects }
  }

  /// The bytes of those.
  var bytes: Int {
    leaks.reduce(0) { $0 + $1.bytes + $1.kept.bytes }
      + lostTasks.reduce(0) { $0 + $1.kept.bytes }
  }

  /// How many rings those have.
  var rings: Int { leaks.reduce(0) { $0 + $1.rings.reduce(0) { $0 + $1.count } } }
}

/// What there is more of in one report than in an earlier one.
struct Growth: Equatable, Sendable {
  /// A type, a ring or a task, and how many more there are.
  struct Change: Equatable, Sendable {
    var what: String
    var before: Int
    var now: Int
  }

  var types: [Change] = []
  var rings: [Change] = []

  /// Compares two reports.
  init(from before: HeapReport, to now: HeapReport) {
    types = Self.changes(
      (before.census ?? []).filter { !$0.isLibrary }.map { ($0.type, $0.count) },
      (now.census ?? []).filter { !$0.isLibrary }.map { ($0.type, $0.count) })
    rings = Self.changes(Self.rings(before), Self.rings(now))
  }

  private static func rings(_ report: HeapReport) -> [(String, Int)] {
    let findings = report.findings ?? LeakFindings()
    return findings.leaks.filter { !$0.isLibrary }.flatMap(\.rings).map { ($0.shape, $0.count) }
      + findings.lostTasks.map { ("lost task running \($0.function)", $0.count) }
  }

  private static func changes(_ before: [(String, Int)], _ now: [(String, Int)]) -> [Change] {
    let old = Dictionary(before, uniquingKeysWith: +)
    return Dictionary(now, uniquingKeysWith: +)
      .map { Change(what: $0.key, before: old[$0.key] ?? 0, now: $0.value) }
      .filter { $0.now > $0.before }
      .sorted { ($1.now - $1.before, $0.what) < ($0.now - $0.before, $1.what) }
  }
}
