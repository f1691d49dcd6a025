import Foundation
import Testing

@testable import Probe

/// What an experiment says when it can't tell: never a pass.
@MainActor
struct ExperimentTests {
  struct Stranded: Error {}

  struct WatchesNothing: Experiment {
    let expected = Verdict.freed
    func run(_ trial: Trial) { trial.check("it ran", true) }
  }

  struct WatchesAValue: Experiment {
    let expected = Verdict.freed
    func run(_ trial: Trial) { trial.watch([1, 2] as AnyObject) }
  }

  struct Throws: Experiment {
    let expected = Verdict.freed
    func run(_ trial: Trial) throws { throw Stranded() }
  }

  @Test func `an experiment that watched nothing could not tell`() {
    let report = WatchesNothing().perform { _ in }
    #expect(
      report
        == ExperimentReport(
          name: "ProbeTests", expected: .freed, checks: [Check(what: "it ran", held: true)],
          failure:
            "Nothing was watched: call watch(_:) with the object that should go away."))
    #expect(report.exitStatus == 2)
  }

  @Test func `an experiment that watched a value could not tell`() {
    let report = WatchesAValue().perform { _ in }
    #expect(report.failure?.hasPrefix("Watched a value, not an object: it arrived boxed") == true)
    #expect(report.exitStatus == 2)
  }

  @Test func `an experiment that throws could not tell`() {
    let report = Throws().perform { _ in }
    #expect(report.failure == "The experiment could not be made: Stranded()")
    #expect(report.exitStatus == 2)
  }

  final class Boat {}
  final class Harbour { var boats: [Boat] = [] }

  @Test(arguments: [true, false])
  func `what goes only after something more has happened is freed late`(isEmptied: Bool) {
    let harbour = Harbour()
    let settling = Settling(look: 1, prompt: 2, grace: 4)
    let report = Performance(name: "mine", settling: settling) { trial in
      harbour.boats = [Boat()]
      harbour.boats.forEach(trial.watch)
      trial.watch(Boat())
      trial.check("a boat is in", harbour.boats.count == 1)
      trial.later("The tide turns.") { if isEmptied { harbour.boats = [] } }
    }.perform { _ in }
    #expect(report.subjects.map(\.verdict) == [isEmptied ? .freedLate : .stillAlive, .freed])
    #expect(report.expected == nil)
  }

  @Test(arguments: [
    ([Verdict.freed], true, 0), ([.freedLate], true, 0), ([.freed, .stillAlive], true, 1),
    ([.freed], false, 2), ([.stillAlive], false, 2), ([], true, 2),
  ])
  func `the exit status tells the report`(verdicts: [Verdict], held: Bool, status: Int32) {
    let report = ExperimentReport(
      name: "x", expected: .freed, subjects: verdicts.map { SubjectReport(type: "T", verdict: $0) },
      checks: [Check(what: "it works", held: held)])
    #expect(report.exitStatus == status)
  }
}
