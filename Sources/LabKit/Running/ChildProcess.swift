import Foundation
import Synchronization

/// What came of a child process.
struct ChildResult: Sendable {
  var exit: Exit
  var output: CapturedOutput
  var errors: CapturedOutput
  var seconds: Double
}

/// A child process with a deadline, whose output is read while it runs.
struct ChildProcess: Sendable {
  /// The most that is kept of each stream; the rest is read and counted.
  static let captureLimit = 1 << 20

  /// How long a child has to end after SIGTERM, before SIGKILL.
  private static let terminationGrace = Duration.milliseconds(500)

  /// How long to wait for the end of the output after the child's own end: a grandchild may
  /// hold the pipe open for as long as it likes.
  private static let drainGrace = Duration.milliseconds(500)

  let executable: URL
  var arguments: [String] = []
  let timeout: Double

  /// Runs the process to its end, or to its deadline.
  ///
  /// - Parameter children: Where the process is registered while it runs.
  /// - Returns: How it ended, and what it wrote.
  /// - Throws: Foundation's error if it can't be started.
  func run(among children: Children) async throws -> ChildResult {
    let started = ContinuousClock.now
    let process = Process()
    let (output, errors) = (OutputReader(), OutputReader())
    process.executableURL = executable
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output.pipe
    process.standardError = errors.pipe

    let (ends, end) = AsyncStream.makeStream(of: Void.self)
    process.terminationHandler = { _ in end.finish() }
    try process.run()
    let child = process.processIdentifier
    children.add(child)
    output.start()
    errors.start()

    let watchdog = Task { await Self.end(child, after: timeout, among: children) }
    for await _ in ends {}
    children.remove(child)
    watchdog.cancel()
    let wasEnded = await watchdog.value

    let drained = ContinuousClock.now + Self.drainGrace
    let exit: Exit =
      if wasEnded {
        .timedOut(timeout)
      } else if process.terminationReason == .uncaughtSignal {
        .signal(process.terminationStatus)
      } else {
        .status(process.terminationStatus)
      }
    return ChildResult(
      exit: exit, output: await output.finish(by: drained),
      errors: await errors.finish(by: drained),
      seconds: (.now - started) / .seconds(1))
  }

  /// Ends the child at its deadline; says whether it had to.
  private static func end(
    _ child: pid_t, after timeout: Double, among children: Children
  ) async -> Bool {
    do {
      try await Task.sleep(for: .seconds(timeout))
    } catch {
      return false
    }
    children.signal(child, SIGTERM)
    try? await Task.sleep(for: terminationGrace)
    children.signal(child, SIGKILL)
    return true
  }
}

/// What was read of one stream: its beginning, and how long it was.
struct CapturedOutput: Sendable {
  var beginning = Data()
  var byteCount = 0

  var text: String { String(decoding: beginning, as: UTF8.self) }
}

/// Reads one of a child's streams while the child runs.
private final class OutputReader: Sendable {
  let pipe = Pipe()
  private let captured = Mutex(CapturedOutput())
  private let end = AsyncStream.makeStream(of: Void.self)

  func start() {
    let end = end.continuation
    pipe.fileHandleForReading.readabilityHandler = { [captured = self] handle in
      let data = handle.availableData
      if data.isEmpty {
        handle.readabilityHandler = nil
        end.finish()
      } else {
        captured.append(data)
      }
    }
  }

  private func append(_ data: Data) {
    captured.withLock { captured in
      captured.byteCount += data.count
      captured.beginning += data.prefix(ChildProcess.captureLimit - captured.beginning.count)
    }
  }

  /// What was read by the end of the stream, or by `deadline` if that comes first.
  func finish(by deadline: ContinuousClock.Instant) async -> CapturedOutput {
    let end = end
    let timer = Task {
      try? await Task.sleep(until: deadline, clock: .continuous)
      end.continuation.finish()
    }
    for await _ in end.stream {}
    timer.cancel()
    pipe.fileHandleForReading.readabilityHandler = nil
    return captured.withLock { $0 }
  }
}
