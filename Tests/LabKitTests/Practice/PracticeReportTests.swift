import Probe
import Testing

@testable import LabKit

/// What a learner reads after a run.
struct PracticeReportTests {
  private let helper = Catalog.pairs[8]

  private func text(_ state: PracticeState, width: Int = 80) -> String {
    PracticeReport(pair: helper, state: state, width: width).lines.map(\.text)
      .joined(separator: "\n")
  }

  private func report(_ verdict: Verdict, held: Bool = true) -> ExperimentReport {
    ExperimentReport(
      name: "leak-helper", expected: .stillAlive,
      subjects: [SubjectReport(type: "Lookout", verdict: verdict)],
      checks: [Check(what: "the lookout counts", held: held)])
  }

  @Test func `a leak that is mended says so, and what is next`() {
    #expect(
      text(.fixed(report(.freed))) == """
        9 helper · Leaks/Helper.swift

        ✓ Lookout was freed: nothing holds it.

          works: the lookout counts

        ✓ Fixed: freed, and it works.

        What the lab's own fix does: swift run lab diff helper
        Next: swift run lab practice stream
        """)
  }

  @Test func `what no longer works is no fix`() {
    #expect(
      text(.noLongerWorks(report(.freed, held: false)), width: 40) == """
        9 helper · Leaks/Helper.swift


          ✗ it was never seen that the lookout counts

        ✗ It is freed, but it no longer does its
        job: what is gone can't leak.

        Stuck? swift run lab hint helper
        """)
  }

  @Test func `an error is the compiler's own, and the way back is told`() {
    #expect(
      text(.doesNotCompile("a.swift:3:1: error: no\n  | `- error: no")) == """
        9 helper · Leaks/Helper.swift

        a.swift:3:1: error: no
          | `- error: no

        'swift run lab' does not start while a file does not compile; this does: swift
        run --skip-build lab practice helper
        """)
  }

  @Test func `the list tells every state, and where to go on`() {
    let report = report(.freed)
    var states: [PracticeState] = [
      .fixed(report), .leaks(report), .freedLate(report), .noLongerWorks(report),
      .evaded(.changedExam(line: 1)), .evaded(.unsafeWord("Unmanaged", line: 1)),
      .evaded(.globalState(line: 1)), .evaded(.silentDeinit([])), .doesNotCompile(""),
      .couldNotRun(.timedOut(1)), .fixed(report), .leaks(report),
    ]
    func list() -> String { PracticeList(states: states).lines.map(\.text).joined(separator: "\n") }
    #expect(
      list() == """
         1  callback          ✓ fixed
         2  timer             ● leaks
         3  stored-task       ◐ freed, but late
         4  orphan-task       ✗ freed, but it no longer works
         5  parent-child      ✗ its @main type was changed
         6  router            ✗ freed behind ARC's back
         7  registrar         ✗ moved into a global
         8  rows              ✗ its deinit says nothing
         9  helper            ✗ does not compile
        10  stream            ✗ could not be run
        11  weak-self-trap    ✓ fixed
        12  session-delegate  ● leaks

        2 of 12 are fixed. Next: swift run lab practice timer
        """)
    states = states.map { _ in .fixed(report) }
    #expect(list().hasSuffix("\nAll twelve are fixed."))
  }

  @Test func `a hint grows from a question to the very line`() {
    let source = ["// LEAK: why", "  onSight = { self.count += 1 }"]
    let hints = Hints(question: "Who?", direction: "There.", change: "This.")
    let pages = (0...2).map { index in
      HintReport(pair: helper, hints: hints, index: index, source: source, width: 80).lines
        .map(\.text).joined(separator: "\n")
    }
    #expect(
      pages == [
        "helper, hint 1 of 3\nWho?\nAnother one: swift run lab hint helper",
        "helper, hint 2 of 3\nThere.\nAnother one: swift run lab hint helper",
        """
        helper, hint 3 of 3
        This.
          Leaks/Helper.swift:2: onSight = { self.count += 1 }
        That was the last. The mended program: swift run lab diff helper
        """,
      ])
  }
}
