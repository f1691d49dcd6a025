import Foundation

/// What came of a child process.
struct ChildResult: Sendable {
  var exit: Exit
  var output: CapturedOutput
  var errors: CapturedOutput
}

/// A child process with a deadline, whose output is read while it runs.
struct ChildProcess: Sendable {
  /// How long a child has to end after SIGTERM, before SIGKILL.
  private static let terminationGrace = Duration.milliseconds(500)

  /// How long to wait for the end of the output after the child's own end: a process that it
  /// left behind in another group may hold the pipe open for as long as it likes.
  private static let drainGrace = Duration.milliseconds(500)

  let executable: URL
  var arguments: [String] = []
  let timeout: Double

  /// Runs the process to its end, or to its deadline.
  ///
  /// - Parameter children: Where the process is registered while it runs.
  /// - Returns: How it ended, and what it wrote.
  /// - Throws: A `POSIXError` if it can't be started.
  func run(among children: Children) async throws(POSIXError) -> ChildResult {
    let (child, output, errors) = try start(among: children)
    output.start()
    errors.start()

    let watchdog = Task { await Self.end(child, after: timeout, among: children) }
    let ownExit = await withCheckedContinuation { continuation in
      // A thread of its own: the wait blocks, and the concurrency pool has no thread to spare.
      Thread.detachNewThread {
        continuation.resume(returning: Spawn.wait(for: child, among: children))
      }
    }
    watchdog.cancel()
    let exit = await watchdog.value ? .timedOut(timeout) : ownExit

    let drained = ContinuousClock.now + Self.drainGrace
    return ChildResult(
      exit: exit, output: await output.finish(by: drained),
      errors: await errors.finish(by: drained))
  }

  /// Starts the process and registers it, both under the lock: nothing that ends the children may
  /// come between, or it would miss this one.
  private func start(
    among children: Children
  ) throws(POSIXError) -> (pid_t, OutputReader, OutputReader) {
    try Spawn.lock.withLock { _ throws(POSIXError) in
      let (output, errors) = (OutputReader(), OutputReader())
      let child = try Spawn.start(
        [executable.path] + arguments, output: output.writingEnd, errors: errors.writingEnd)
      children.add(child)
      return (child, output, errors)
    }
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
