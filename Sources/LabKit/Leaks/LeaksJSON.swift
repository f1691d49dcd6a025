import Foundation
import HeapGraph

/// A report on a program's heap for other programs, version 1.
///
/// Fields may be added; none changes its meaning without a new version. `swift run lab help leaks`
/// describes it.
struct LeaksJSON: Encodable {
  let version = 1
  let program: [String]
  let exit: Exit?
  let failure: String?
  let status: Int32
  let forks: Int
  let leaked: Totals?
  let leaks: [Leak]?
  let lostTasks: [LostTask]?
  let living: [Ring]?
  let ofLibraries: [Leak]?
  let types: [TypeTally]?
  let suppressed: [Suppressed]?
  let unusedSuppressions: [Suppressed]?
  let heap: [TypeTally]?
  let held: [HeapReport.HeldAlike]?
  let heldCount: Int?
  let grown: [Grown]?
  let seconds: Double?

  struct Totals: Encodable {
    let objects: Int
    let bytes: Int
    let rings: Int
    let lostTasks: Int
    let amongObjects: Int
  }

  struct Suppressed: Encodable {
    let line: Int
    let by: String
    let pattern: String
    let reason: String
    let count: Int
  }

  struct Grown: Encodable {
    let report: Int
    let types: [Change]
    let rings: [Change]

    struct Change: Encodable {
      let what: String
      let before: Int
      let now: Int
    }
  }

  init(_ outcome: WatchOutcome, suppressions: Suppressions, status: Int32) {
    program = outcome.program
    exit = outcome.exit
    failure = outcome.failure?.description
    forks = outcome.forks
    self.status = status
    let report = outcome.last
    let verdict = report?.findings.map { LeakVerdict($0, suppressions: suppressions) }
    leaked = verdict.map {
      Totals(
        objects: $0.objects, bytes: $0.bytes, rings: $0.rings,
        lostTasks: $0.lostTasks.reduce(0) { $0 + $1.count }, amongObjects: report?.objects ?? 0)
    }
    leaks = verdict?.leaks
    lostTasks = verdict?.lostTasks
    living = verdict?.living
    ofLibraries = verdict?.ofLibraries
    types = report?.findings?.types
    func describe(_ rule: Suppressions.Rule) -> Suppressed {
      Suppressed(
        line: rule.line, by: rule.kind.rawValue, pattern: rule.pattern, reason: rule.reason,
        count: verdict?.used[rule] ?? 0)
    }
    suppressed = verdict.map { verdict in
      suppressions.rules.filter { verdict.used[$0] != nil }.map(describe)
    }
    unusedSuppressions = verdict.map { verdict in
      suppressions.rules.filter { verdict.used[$0] == nil }.map(describe)
    }
    heap = report?.findings == nil ? report?.census : nil
    held = report?.held
    heldCount = report?.heldCount
    grown =
      outcome.reports.count < 2
      ? nil
      : outcome.reports.indices.dropFirst().map { index in
        let growth = Growth(from: outcome.reports[index - 1], to: outcome.reports[index])
        func changes(_ changes: [Growth.Change]) -> [Grown.Change] {
          changes.map { Grown.Change(what: $0.what, before: $0.before, now: $0.now) }
        }
        return Grown(
          report: index + 1, types: changes(growth.types), rings: changes(growth.rings))
      }
    seconds = report.map { ($0.seconds * 10_000).rounded() / 10_000 }
  }

  func text() throws -> String { try LabJSON.text(self) }
}
