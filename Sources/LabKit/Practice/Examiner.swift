import Foundation

/// Builds and runs one leak, and judges what the learner made of it.
struct Examiner: Sendable {
  let leaks: ShippedLeaks
  let build: PackageBuild
  let runner: LabRunner

  /// Builds the program, runs it and judges.
  ///
  /// - Throws: If there is nothing to judge: no source, or no build.
  func examine(_ pair: Pair) async throws -> PracticeState {
    if let words = try await build.build(.half(.leak, of: pair), among: runner.children) {
      return .doesNotCompile(words)
    }
    return try await judge([pair])[pair] ?? .couldNotRun(.couldNotTell("it was not run"))
  }

  /// The state of each pair.
  ///
  /// `swift run` has just built everything that compiles, so only a program that is older than
  /// its source is built again. Then all are run side by side.
  ///
  /// - Parameters:
  ///   - pairs: Which.
  ///   - onBuild: Called before a program is built.
  /// - Returns: A state for each.
  /// - Throws: If there is nothing to judge: no source, or no build.
  func examine(
    _ pairs: [Pair], onBuild: (Program) -> Void
  ) async throws -> [Pair: PracticeState] {
    var states: [Pair: PracticeState] = [:]
    for pair in pairs where !isBuilt(pair) {
      let program = Program.half(.leak, of: pair)
      onBuild(program)
      states[pair] = try await build.build(program, among: runner.children).map {
        .doesNotCompile($0)
      }
    }
    return try await judge(pairs.filter { states[$0] == nil }).merging(states) { $1 }
  }

  private func judge(_ pairs: [Pair]) async throws -> [Pair: PracticeState] {
    let outcomes = await runner.run(pairs.map { .half(.leak, of: $0) })
    return try Dictionary(
      uniqueKeysWithValues: zip(pairs, outcomes).map { pair, outcome in
        (pair, try leaks.judge(of: pair).state(after: outcome))
      })
  }

  private func isBuilt(_ pair: Pair) -> Bool {
    let program = runner.installation.executable(of: .half(.leak, of: pair))
    guard let built = FileStamp(of: program), let file = try? leaks.file(of: pair),
      let saved = FileStamp(of: file)
    else { return false }
    return built.modified > saved.modified
  }
}
