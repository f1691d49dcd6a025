import Probe
import Testing

@testable import LabKit

/// Every program of the lab, run as people run it.
struct PairTests {
  /// The classes that each program watches, by the end of its name.
  static let watched = [
    "control": ["Harbour"], "callback": ["FerryTimes"], "timer": ["Beacon"],
    "stored-task": ["TideGauge"], "orphan-task": ["Patrol"], "parent-child": ["Fleet", "Boat"],
    "router": ["Router"], "registrar": ["Lighthouse"], "rows": ["CargoList"],
    "helper": ["Lookout"], "stream": ["Radio"], "weak-self-trap": ["AnchorWatch"],
    "session-delegate": ["WeatherDesk"],
  ]

  private func run(_ program: Program, _ installation: Installation) async throws -> Outcome {
    let runner = LabRunner(installation: installation, children: Children(), timeout: 300)
    return try #require(await runner.run([program]).first)
  }

  @Test(arguments: Catalog.programs)
  func `a leak is still alive, a fix is freed, and both work`(program: Program) async throws {
    let outcome = try await run(program, BuiltPrograms.installation)
    let isLeak = program.expected == .stillAlive
    let watched = try #require(Self.watched.first { program.name.hasSuffix($0.key) }?.value)
    let report = try outcome.result.get()
    #expect(report.subjects.map(\.type) == watched)
    #expect(report.subjects.map(\.verdict) == watched.map { _ in program.expected })
    #expect(report.deinits == (isLeak ? [] : watched))
    #expect(report.checks.allSatisfy(\.held) && !report.checks.isEmpty)
    #expect(report.expected == program.expected)
    #expect(outcome.exit == .status(isLeak ? 1 : 0))
  }

  @Test func `a fix under its leak's name is caught`() async throws {
    let helper = try #require(Catalog.pair(named: "helper"))
    let outcome = try await BuiltPrograms.withCopies(of: ["leak-helper": "fix-helper"]) { folder in
      try await run(.half(.leak, of: helper), Installation(programs: folder, package: nil))
    }
    #expect(outcome.assessment == .failed(.wrongProgram(saysItIs: "fix-helper")))
  }

  @Test func `an unknown argument is no run`() async throws {
    let result = try await BuiltPrograms.run("fix-helper", ["--jsn"])
    #expect(result.exit == .status(64))
    #expect(result.output.text == "")
    #expect(
      result.errors.text
        == "fix-helper: unknown argument: --jsn\nUsage: fix-helper [--json [--addresses] [--weak]]\n"
    )
  }
}
