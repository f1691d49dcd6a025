import Foundation
import HeapGraph

/// One experiment as a program: it runs, tells what came of it, and exits.
@MainActor
public struct Performance {
  /// Where the story goes while standard output has the report in JSON.
  public enum Story: Sendable {
    /// Nobody hears it.
    case untold
    /// Standard error, line by line as it happens, so that a crash leaves what came before.
    case onStandardError
  }

  private let name: String
  private let expected: Verdict?
  private let settling: Settling
  private let story: Story
  private let run: (Trial) throws -> Void

  /// Makes a program.
  ///
  /// - Parameters:
  ///   - name: What it is called in its report.
  ///   - expected: The verdict that is expected of every watched object; nil where that is asked.
  ///   - settling: How long to wait before a verdict is final.
  ///   - story: Where the story goes while standard output has the report in JSON.
  ///   - run: Makes the objects, and returns: that is the owner letting go.
  public init(
    name: String, expected: Verdict? = nil, settling: Settling = Settling(),
    story: Story = .untold, run: @escaping (Trial) throws -> Void
  ) {
    self.name = name
    self.expected = expected
    self.settling = settling
    self.story = story
    self.run = run
  }

  /// Runs the experiment as its arguments say, prints what came of it, and exits.
  ///
  /// - Parameter arguments: None, or `--json` with or without `--addresses` and `--weak`.
  public func main(arguments: [String]) -> Never {
    if arguments.isEmpty { exit(tellPeople()) }
    let details = arguments.dropFirst()
    let unknown = details.filter { !["--addresses", "--weak"].contains($0) }
    guard arguments.first == "--json", unknown.isEmpty else {
      let words = (unknown.isEmpty ? arguments : unknown).joined(separator: " ")
      Self.complain("\(name): unknown argument: \(words)\nUsage: \(name) \(Self.usage)")
      exit(64)
    }
    exit(tellPrograms(addresses: details.contains("--addresses"), weak: details.contains("--weak")))
  }

  /// The arguments that an experiment takes.
  public static let usage = "[--json [--addresses] [--weak]]"

  private func tellPeople() -> Int32 {
    let say: @Sendable (String) -> Void = { line in
      print(line)
      fflush(nil)  // a crash would lose what is in the buffer of a pipe
    }
    say("\(name)\(expected.map { " · expected: \($0.rawValue)" } ?? "")\n")
    let report = perform(say: say)
    ReportText(report).lines.forEach(say)
    return report.exitStatus
  }

  private func tellPrograms(addresses: Bool, weak: Bool) -> Int32 {
    let story = story
    let report = perform(HeapWitness(findsBystanders: weak)) { line in
      if story == .onStandardError { Self.complain(line) }
    }
    let encoder = JSONEncoder()
    if let key = ChainLink.showsAddresses { encoder.userInfo[key] = addresses }
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      FileHandle.standardOutput.write(try encoder.encode(report) + Data("\n".utf8))
      return report.exitStatus
    } catch {
      Self.complain("\(name): no report: \(error)")
      return 2
    }
  }

  private nonisolated static func complain(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }

  /// Runs the experiment and waits for what becomes of its objects.
  func perform(
    _ witness: HeapWitness = HeapWitness(), say: @escaping @Sendable (String) -> Void
  ) -> ExperimentReport {
    let trial = Trial(say: say)
    do {
      try run(trial)
    } catch {
      return ExperimentReport(
        name: name, expected: expected, checks: trial.checks,
        failure: "The experiment could not be made: \(error)")
    }
    return trial.report(name: name, expected: expected, settling: settling, witness: witness)
  }
}
