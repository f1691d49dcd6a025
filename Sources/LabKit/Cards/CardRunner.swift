import Foundation

/// Runs cards, each in a process of its own; what must not compile, the compiler reads.
struct CardRunner: Sendable {
  let installation: Installation
  let children: Children
  let timeout: Double

  /// Runs a card.
  ///
  /// - Returns: What came of it.
  /// - Throws: `RunFailure`, or an error of the compiler's, where nothing can be told.
  func run(_ text: CardText) async throws -> CardRun {
    text.ending == .doesNotCompile ? try await compile(text.card) : try await run(text.card)
  }

  private func run(_ card: Card) async throws -> CardRun {
    let executable = installation.programs.appendingPathComponent("card").path
    guard FileManager.default.isExecutableFile(atPath: executable) else {
      throw RunFailure.notBuilt(executable)
    }
    // A backtrace takes seconds, and the reader has the code at hand.
    let process = ChildProcess(
      executable: URL(fileURLWithPath: "/usr/bin/env"),
      arguments: ["SWIFT_BACKTRACE=enable=no", executable, card.name, "--json"],
      timeout: timeout)
    return try CardRun(of: card, try await process.run(among: children))
  }

  private func compile(_ card: Card) async throws -> CardRun {
    let source = try installation.source(card.source)
    let compiler = try SwiftCompiler.find(
      path: ProcessInfo.processInfo.environment["PATH"] ?? "")
    let process = ChildProcess(
      executable: compiler.executable,
      arguments: ["-typecheck", "-parse-as-library", "-swift-version", "6"] + modules
        + [source.path, try installation.source("Cards/Card.swift").path],
      timeout: max(timeout, 60))
    let result = try await process.run(among: children)
    let words = result.errors.text.trimmingCharacters(in: .whitespacesAndNewlines)
    let folder = source.deletingLastPathComponent().path + "/"
    switch result.exit {
    case .timedOut(let seconds): throw RunFailure.timedOut(seconds)
    case .signal(let signal): throw RunFailure.crashed(signal: signal, lastWords: words)
    case .status:
      guard let run = CardRun(compilerSaid: words.replacing(folder, with: "")) else {
        throw CompilerError.saysNothing(card.source, words: words)
      }
      return run
    }
  }
}

extension CardRunner {
  /// Where the compiler finds what a card imports, and what that imports in its turn.
  private var modules: [String] {
    let built = installation.programs
    let maps =
      ["CFrozenChild", "CHeapLedger"].map { "\($0).build/module.modulemap" }
      .map(built.appendingPathComponent)
      + [try? installation.source("Sources/CSwiftRuntime/module.modulemap")].compactMap(\.self)
    return ["-I", built.appendingPathComponent("Modules").path]
      + maps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] }
  }
}
