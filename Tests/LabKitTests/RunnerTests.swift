import Foundation
import Testing

@testable import LabKit

/// Programs that misbehave: each fault is a clear row of its own, and never a pass.
@Suite(.timeLimit(.minutes(5)))
struct RunnerTests {
  private func failure(
    of script: String, timeout: Double = 20
  ) async throws -> RunFailure? {
    let programs = try FakePrograms(["fix-rows": script])
    guard let outcome = await programs.run("fix-rows", timeout: timeout).first,
      case .failed(let failure) = outcome.assessment
    else { return nil }
    return failure
  }

  @Test func `a program that reports is believed`() async throws {
    let programs = try FakePrograms(["fix-rows": "echo '\(reportJSON("fix-rows"))'"])
    let outcomes = await programs.run("fix-rows")
    #expect(outcomes.map(\.assessment) == [.asExpected])
    #expect(outcomes.map(\.exit) == [.status(0)])
  }

  @Test func `a program that crashes is told by its signal and its last words`() async throws {
    #expect(
      try await failure(
        of: "echo 'x.swift:3: Fatal error: no' >&2; echo at frame 0 >&2; kill -ABRT $$")
        == .crashed(signal: 6, lastWords: "x.swift:3: Fatal error: no"))
    #expect(try await failure(of: "kill -SEGV $$") == .crashed(signal: 11, lastWords: ""))
  }

  @Test func `a program that hangs is ended at its deadline, deaf to SIGTERM or not`() async throws
  {
    let started = ContinuousClock.now
    #expect(try await failure(of: "exec sleep 600", timeout: 0.3) == .timedOut(0.3))
    #expect(
      try await failure(of: "trap '' TERM; while :; do sleep 0.05; done", timeout: 0.3)
        == .timedOut(0.3))
    #expect(.now - started < .seconds(300))
  }

  @Test func `a report does not save a program that then hangs`() async throws {
    let script = "echo '\(reportJSON("fix-rows"))'; exec >&- 2>&-; exec sleep 600"
    #expect(try await failure(of: script, timeout: 0.3) == .timedOut(0.3))
  }

  @Test func `a grandchild that keeps the pipe open delays nobody, and ends with its parent`()
    async throws
  {
    let script = "sleep 600 & echo $! > \"$0.pid\"; echo '\(reportJSON("fix-rows"))'"
    let programs = try FakePrograms(["fix-rows": script])
    let started = ContinuousClock.now
    #expect(await programs.run("fix-rows").map(\.assessment) == [.asExpected])
    #expect(.now - started < .seconds(300))
    let file = programs.folder.appendingPathComponent("fix-rows.pid")
    let text = try String(contentsOf: file, encoding: .utf8)
    let grandchild = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
    let deadline = ContinuousClock.now + .seconds(300)
    while kill(grandchild, 0) == 0, .now < deadline {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(kill(grandchild, 0) == -1)
  }

  @Test func `garbage, silence and ten megabytes are no reports`() async throws {
    #expect(
      try await failure(of: "printf 'hello\\033[31m\\nworld\\n'")
        == .unreadable(byteCount: 17, beginning: "hello [31m world"))
    #expect(
      try await failure(of: "echo bye >&2; exit 3") == .silent(status: 3, lastWords: "bye"))
    #expect(
      try await failure(of: "head -c 10000000 /dev/zero | tr '\\0' x")
        == .unreadable(byteCount: 10_000_000, beginning: String(repeating: "x", count: 60)))
  }

  @Test func `a program that is not there, or can't be started, says what to do`() async throws {
    let programs = try FakePrograms([:])
    let missing = await programs.run("fix-rows").first
    let path = programs.folder.appendingPathComponent("fix-rows").path
    #expect(missing?.assessment == .failed(.notBuilt(path)))
    try Data("no program".utf8).write(to: programs.folder.appendingPathComponent("fix-rows"))
    guard case .failed(.couldNotStart(path, _))? = await programs.run("fix-rows").first?.assessment
    else {
      Issue.record("a file that is no program was started")
      return
    }
  }

  @Test func `a report must be the program's own, and agree with its status`() async throws {
    #expect(
      try await failure(of: "echo '\(reportJSON("leak-rows"))'")
        == .wrongProgram(saysItIs: "leak-rows"))
    #expect(
      try await failure(of: "echo '\(reportJSON("fix-rows"))'; exit 1")
        == .contradictsItself(status: 1, reported: 0))
    #expect(
      try await failure(
        of:
          #"echo '{"name":"fix-rows","expected":"freed","subjects":[],"checks":[],"deinits":[]}'; exit 2"#
      )
        == .couldNotTell("its report names no object"))
  }

  @Test func `a half that behaves as its twin is caught, whatever it says of itself`() async throws
  {
    let programs = try FakePrograms([
      "leak-rows": "echo '\(reportJSON("leak-rows", "freed", expected: "freed"))'",
      "fix-rows":
        "echo '\(reportJSON("fix-rows", "still alive", expected: "still alive"))'; exit 1",
    ])
    #expect(
      await programs.run("rows").map(\.assessment) == [
        .unexpected(["Boat is freed, expected still alive"]),
        .unexpected(["Boat is still alive, expected freed"]),
      ])
  }

  @Test func `a check that fails, and a report without a check, are not as expected`() async throws
  {
    let programs = try FakePrograms([
      "fix-rows": "echo '\(reportJSON("fix-rows", held: false))'; exit 2",
      "fix-timer": #"""
      echo '{"name":"fix-timer","expected":"freed","checks":[],"deinits":[],
      "subjects":[{"type":"Boat","verdict":"freed","seconds":0,"chains":[]}]}'
      """#,
    ])
    #expect(
      await programs.run("fix-rows", "fix-timer").map(\.assessment) == [
        .unexpected(["it was never seen that it floats"]),
        .unexpected(["it checked nothing, so it proves nothing"]),
      ])
  }

  @Test func `one that fails does the others no harm`() async throws {
    let good = ["leak-rows", "fix-timer", "control"]
    var scripts = ["fix-rows": "kill -9 $$", "leak-timer": "exec sleep 600"]
    for name in good {
      let isLeak = name.hasPrefix("leak")
      let verdict = isLeak ? "still alive" : "freed"
      scripts[name] =
        "echo '\(reportJSON(name, verdict, expected: verdict))'; exit \(isLeak ? 1 : 0)"
    }
    let programs = try FakePrograms(scripts)
    // One of them takes all of it; for the others it has to be plenty.
    let outcomes = await programs.run("control", "timer", "rows", timeout: 15)
    #expect(
      outcomes.filter { $0.assessment == .asExpected }.map(\.program.name)
        == ["control", "fix-timer", "leak-rows"])
    #expect(LabReport(rounds: [outcomes], seconds: 0).exitStatus == 2)
  }

  @Test func `a child that is started as the lab ends is ended too`() async throws {
    let children = Children()
    children.endAll()
    let sleep = ChildProcess(
      executable: URL(fileURLWithPath: "/bin/sleep"), arguments: ["600"], timeout: 60)
    #expect(try await sleep.run(among: children).exit == .signal(SIGKILL))
  }
}
