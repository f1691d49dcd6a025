import Foundation
import HeapGraph
import Probe

/// The lab's report for programs, version 1.
///
/// Fields may be added; none changes its meaning without a new version.
struct LabJSON: Encodable {
  let version = 1
  let control: Run?
  let pairs: [PairRun]
  let asExpected: Bool
  let seconds: Double
  let rounds: Int
  let differing: [DifferingRun]

  /// One program's report, how its process ended, and why there is no more to say.
  struct Run: Encodable {
    let report: ExperimentReport
    let exit: Exit?
    let asExpected: Bool
    let fixedByLearner: Bool

    private enum Key: String, CodingKey { case exit, asExpected, fixedByLearner }

    init(_ outcome: Outcome) {
      switch outcome.result {
      case .success(let own):
        report = own
      case .failure(let failure):
        report = ExperimentReport(
          name: outcome.program.name, expected: outcome.program.expected,
          failure: failure.description)
      }
      exit = outcome.exit
      asExpected = outcome.assessment.isGood
      fixedByLearner = outcome.isFixedByLearner
    }

    func encode(to encoder: any Encoder) throws {
      try report.encode(to: encoder)
      var values = encoder.container(keyedBy: Key.self)
      try values.encode(exit, forKey: .exit)
      try values.encode(asExpected, forKey: .asExpected)
      if fixedByLearner { try values.encode(true, forKey: .fixedByLearner) }
    }
  }

  struct PairRun: Encodable {
    let number: Int
    let name: String
    let leak: Run?
    let fix: Run?
  }

  struct DifferingRun: Encodable {
    let round: Int
    let run: Run
  }

  init(_ report: LabReport) {
    func run(_ program: Program) -> Run? {
      report.outcomes.first { $0.program == program }.map(Run.init)
    }
    control = run(.control)
    pairs = Catalog.pairs.compactMap { pair in
      let (leak, fix) = (run(.half(.leak, of: pair)), run(.half(.fix, of: pair)))
      guard leak != nil || fix != nil else { return nil }
      return PairRun(number: pair.number, name: pair.name, leak: leak, fix: fix)
    }
    asExpected = report.isAsExpected
    seconds = (report.seconds * 1000).rounded() / 1000
    rounds = report.rounds.count
    differing = report.differing.map { DifferingRun(round: $0.round, run: Run($0.outcome)) }
  }

  func text() throws -> String { try Self.text(self) }

  static func text(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    if let key = ChainLink.showsAddresses { encoder.userInfo[key] = true }
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }
}

extension Outcome {
  /// The program's report as the lab's JSON has it.
  func json() throws -> String { try LabJSON.text(LabJSON.Run(self)) }
}
