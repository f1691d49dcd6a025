import Probe
import Testing

@testable import LabKit

/// The table as a person sees it, whole.
struct LabTableTests {
  private func outcome(
    _ name: String, _ verdicts: Verdict..., works: String..., fails: String...
  ) throws -> Outcome {
    let program = try #require(Catalog.programs.first { $0.name == name })
    let report = ExperimentReport(
      name: name, expected: program.expected,
      subjects: verdicts.map { SubjectReport(type: "Boat", verdict: $0) },
      checks: works.map { Check(what: $0, held: true) } + fails.map { Check(what: $0, held: false) }
    )
    return Outcome(program: program, exit: .status(report.exitStatus), result: .success(report))
  }

  private func failed(_ name: String, _ failure: RunFailure) throws -> Outcome {
    let program = try #require(Catalog.programs.first { $0.name == name })
    return Outcome(program: program, exit: nil, result: .failure(failure))
  }

  private func text(_ rounds: [[Outcome]], width: Int, color: Bool = false) -> String {
    let style = TerminalStyle(hasColor: color, width: width)
    return LabTable(LabReport(rounds: rounds, seconds: 0.624), width: style.width)
      .lines.map(style.dress).joined(separator: "\n")
  }

  private func allWell() throws -> [Outcome] {
    [
      try outcome("control", .freed, works: "the button was heard", "it counted"),
      try outcome("leak-timer", .stillAlive, works: "it flashed three times"),
      try outcome("fix-timer", .freed, works: "it flashed three times"),
      try outcome("leak-session-delegate", .stillAlive, works: "the forecast came"),
      try outcome("fix-session-delegate", .freed, works: "the forecast came"),
    ]
  }

  @Test func `all as expected, at 80 columns`() throws {
    #expect(
      text([try allWell()], width: 80) == """
            pair              leak           fix      works in both
            control                          ✓ freed  the button was heard; it counted
         2  timer             ● still alive  ✓ freed  it flashed three times
        12  session-delegate  ● still alive  ✓ freed  the forecast came

        5 programs: 2 leaks still alive, 3 freed, 6 of 6 checks held. All as expected,
        in 0.62 s.
        """)
  }

  @Test func `all as expected, at 40 columns`() throws {
    #expect(
      text([Array(try allWell().prefix(3))], width: 40) == """
        control
            ✓ freed
            the button was heard; it counted
        2 timer
            ● still alive  ✓ freed
            it flashed three times

        3 programs: 1 leak still alive, 2 freed,
        4 of 4 checks held. All as expected, in
        0.62 s.
        """)
  }

  @Test func `what is not as expected stands out, and says why`() throws {
    let outcomes = [
      try outcome("leak-timer", .stillAlive, .freed, works: "it flashed"),
      try failed("fix-timer", .crashed(signal: 6, lastWords: "Fatal error: no")),
      try outcome("leak-rows", .freed, works: "the tap was heard"),
      try outcome("fix-rows", .freed, fails: "the tap was heard"),
      try outcome("fix-helper", .freed, works: "it counts"),
    ]
    #expect(
      text([outcomes], width: 80) == """
            pair              leak           fix      works in both
         2  timer             ✗ mixed        ✗ failed 
         8  rows              ✗ freed        ✗ freed  
         9  helper            –              ✓ freed  it counts

        ✗ leak-timer: Boat is freed, expected still alive
        ✗ fix-timer: crashed: SIGABRT (signal 6). It said: Fatal error: no
        ✗ leak-rows: Boat is freed, expected still alive
        ✗ fix-rows: it was never seen that the tap was heard

        5 programs: 0 leaks still alive, 1 freed, 3 of 4 checks held. 4 of 5 not as
        expected, in 0.62 s.
        """)
  }

  @Test func `repeats say which rounds differed`() throws {
    let good = try [outcome("leak-rows", .stillAlive, works: "it works")]
    let bad = try [outcome("leak-rows", .freed, works: "it works")]
    #expect(
      text([good, bad, good], width: 80) == """
            pair              leak           fix      works in both
         8  rows              ● still alive  –        it works

        ✗ leak-rows, round 2: Boat is freed, expected still alive

        1 program: 1 leak still alive, 0 freed, 1 of 1 check held; 1 of 3 runs in 3
        rounds differed. 1 of 3 not as expected, in 0.62 s.
        """)
  }

  @Test func `colour is put on last, and changes nothing else`() throws {
    let plain = text([try allWell()], width: 80)
    let colored = text([try allWell()], width: 80, color: true)
    #expect(colored.contains("\u{1B}[33m● still alive\u{1B}[0m  \u{1B}[32m✓ freed\u{1B}[0m"))
    #expect(colored.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
  }

  @Test(arguments: [20, 40, 60, 80, 200])
  func `no line is wider than the terminal`(width: Int) throws {
    let outcomes = try allWell() + [failed("fix-rows", .notBuilt("/a/rather long/path/fix-rows"))]
    let lines = text([outcomes], width: width).split(separator: "\n")
    #expect(lines.filter { $0.count > max(width, 33) } == [])
  }

  @Test func `the exit status tells the worst of all rounds`() throws {
    let good = try outcome("leak-rows", .stillAlive, works: "it works")
    let bad = try outcome("leak-rows", .freed, works: "it works")
    let failed = try failed("leak-rows", .timedOut(1))
    func status(_ outcomes: [Outcome]...) -> Int32 {
      LabReport(rounds: outcomes, seconds: 0).exitStatus
    }
    #expect(
      [
        status([good]), status([good], [bad]), status([failed], [good]), status([bad], [failed]),
        status(), status([]),
      ] == [0, 1, 2, 2, 2, 2])
  }
}
