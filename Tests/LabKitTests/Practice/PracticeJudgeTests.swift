import Foundation
import Probe
import Testing

@testable import LabKit

/// How a learner's file and a run of it come to a state.
struct PracticeJudgeTests {
  private let shipped = """
    import Probe

    @main
    struct Tower: Experiment {
      func run(_ trial: Trial) {
        trial.check("it counts", true)
      }
    }

    final class Lookout {
      func start() { onSight = { self.count += 1 } }
      deinit { logDeinit(self) }
    }
    """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)

  private func state(
    _ verdict: Verdict = .freed, held: Bool = true, deinits: [String] = ["Lookout"],
    replacing old: String = "self.count", with new: String = "self?.count"
  ) -> PracticeState {
    let helper = Program.half(.leak, of: Catalog.pairs[8])
    let judge = PracticeJudge(
      shipped: shipped,
      written: shipped.joined(separator: "\n").replacing(old, with: new)
        .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init))
    return judge.state(
      after: Outcome(
        program: helper, exit: .status(0),
        result: .success(report(verdict, held: held, deinits: deinits))))
  }

  private func report(
    _ verdict: Verdict = .freed, held: Bool = true, deinits: [String] = ["Lookout"]
  ) -> ExperimentReport {
    ExperimentReport(
      name: "leak-helper", expected: .stillAlive,
      subjects: [SubjectReport(type: "Lookout", verdict: verdict)],
      checks: [Check(what: "it counts", held: held)], deinits: deinits)
  }

  @Test func `a run tells the state`() {
    #expect(state() == .fixed(report()))
    #expect(state(.stillAlive, deinits: []) == .leaks(report(.stillAlive, deinits: [])))
    #expect(
      state(.destroyedButReferenced, held: false)
        == .leaks(report(.destroyedButReferenced, held: false)))
    #expect(state(.freedLate) == .freedLate(report(.freedLate)))
    #expect(state(held: false) == .noLongerWorks(report(held: false)))
    #expect(state(deinits: []) == .evaded(.silentDeinit(["Lookout"])))
  }

  @Test func `what mends nothing is told, whatever the run says`() {
    func evasion(_ old: String, _ new: String) -> PracticeState {
      state(replacing: old, with: new)
    }
    #expect(evasion("\", true)", "\", 1 == 1)") == .evaded(.changedExam(line: 6)))
    #expect(evasion("@main", "// @main") == .evaded(.changedExam(line: nil)))
    #expect(
      evasion("self.count", "Unmanaged.passUnretained(self).release()")
        == .evaded(.unsafeWord("Unmanaged", line: 11)))
    #expect(
      evasion("  func start() {", "  static var count = 0; func start() {")
        == .evaded(.globalState(line: 11)))
    #expect(evasion("final class", "var count = 0; final class") == .evaded(.globalState(line: 10)))
    // Words in comments, blank lines and indentation change nothing.
    #expect(evasion("import Probe", "import Probe // Unmanaged, static var") == .fixed(report()))
    #expect(evasion("    trial.check", "\n  // hm\n  trial.check") == .fixed(report()))
  }

  @Test func `every leak's exam is found, and its twin's asks the same`() throws {
    let package = RepositoryFiles.package
    func exam(_ file: String) throws -> Exam {
      let text = try String(contentsOf: package.appendingPathComponent(file), encoding: .utf8)
      return Exam(
        in: text.replacing("= Verdict.freed", with: "= Verdict.stillAlive")
          .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(String.init))
    }
    for pair in Catalog.pairs {
      let leak = try exam("Leaks/\(pair.fileName)")
      #expect(leak != Exam(in: []))
      #expect(try exam("Fixes/\(pair.fileName)") == leak, "\(pair.name)")
    }
  }

  @Test func `the shipped leaks are the leaks`() throws {
    let package = RepositoryFiles.package
    for pair in Catalog.pairs {
      let shipped = package.appendingPathComponent(
        "Sources/LabKit/Practice/Shipped/\(pair.fileName).txt")
      let leak = package.appendingPathComponent("Leaks/\(pair.fileName)")
      #expect(
        try Data(contentsOf: shipped) == Data(contentsOf: leak),
        "cp \(leak.path) \(shipped.path), unless the change of Leaks/ is practice")
    }
  }

  @Test func `every leak has three hints of its own`() throws {
    let hints = try Catalog.pairs.map { try #require(Hints.of($0)) }
    let texts = hints.flatMap { [$0.question, $0.direction, $0.change] }
    #expect(Set(texts).count == 36)
    #expect(hints.allSatisfy { $0.question.hasSuffix("?") })
  }
}
