import Foundation
import Probe

/// Everything a run of the lab found out.
public struct LabReport: Equatable, Sendable {
  /// Each round's outcomes, in the catalog's order.
  public let rounds: [[Outcome]]
  /// How long all of it took.
  public let seconds: Double

  /// The outcomes to show: the last round's.
  var outcomes: [Outcome] { rounds.last ?? [] }

  /// The outcomes that were not as the catalog expects, with the round, from 1.
  var differing: [(round: Int, outcome: Outcome)] {
    rounds.enumerated().flatMap { index, outcomes in
      outcomes.filter { !$0.assessment.isGood }.map { (index + 1, $0) }
    }
  }

  /// Whether every outcome of every round was as expected; false if nothing was run.
  public var isAsExpected: Bool { !outcomes.isEmpty && differing.isEmpty }

  /// 0 all as expected, 1 a verdict or a check is not, 2 something could not be run.
  public var exitStatus: Int32 {
    if outcomes.isEmpty { return 2 }
    return differing.reduce(0) { status, differing in
      if case .failed = differing.outcome.assessment { 2 } else { max(status, 1) }
    }
  }
}
