import Foundation

/// Runs programs side by side, each in a process of its own.
public struct LabRunner: Sendable {
  /// How many programs run at once.
  ///
  /// Most of a leak's time is waiting for a change that doesn't come, so there may well be more
  /// of them than processors.
  static let concurrency = 16 * ProcessInfo.processInfo.activeProcessorCount

  let installation: Installation
  let children: Children
  let timeout: Double
  /// What to ask of a program's report besides: `--addresses`, `--weak`.
  var details: [String] = []

  /// Runs each program once.
  ///
  /// - Parameters:
  ///   - programs: What to run.
  ///   - onProgress: Called each time one has ended, with how many have.
  /// - Returns: An outcome for each program, in the order given.
  func run(
    _ programs: [Program], onProgress: (Int) -> Void = { _ in }
  ) async -> [Outcome] {
    await withTaskGroup(of: (Int, Outcome).self) { group in
      var waiting = programs.enumerated().makeIterator()
      func startNext() {
        guard let (index, program) = waiting.next() else { return }
        group.addTask { (index, await run(program)) }
      }
      for _ in 0..<Self.concurrency { startNext() }
      var outcomes: [Int: Outcome] = [:]
      for await (index, outcome) in group {
        outcomes[index] = outcome
        onProgress(outcomes.count)
        startNext()
      }
      return programs.indices.compactMap { outcomes[$0] }
    }
  }

  /// Whether a leak is freed because its source was mended; false where no source is at hand.
  private func isFixedByLearner(_ outcome: Outcome) -> Bool {
    guard case .half(.leak, of: let pair) = outcome.program,
      case .unexpected = outcome.assessment,
      let judge = try? ShippedLeaks(installation: installation).judge(of: pair)
    else { return false }
    return judge.isEdited && judge.state(after: outcome).isFixed
  }

  private func run(_ program: Program) async -> Outcome {
    let executable = installation.executable(of: program)
    func fail(_ failure: RunFailure) -> Outcome {
      Outcome(program: program, exit: nil, result: .failure(failure))
    }
    guard FileManager.default.fileExists(atPath: executable.path) else {
      return fail(.notBuilt(executable.path))
    }
    let process = ChildProcess(
      executable: executable, arguments: ["--json"] + details,
      timeout: timeout)
    do {
      var outcome = Outcome(program, try await process.run(among: children))
      outcome.isFixedByLearner = isFixedByLearner(outcome)
      return outcome
    } catch {
      return fail(.couldNotStart(executable.path, why: error.localizedDescription))
    }
  }
}
