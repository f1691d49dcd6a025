import Foundation

/// Standard input, line by line.
struct LineReader: Sendable {
  /// Whether somebody types it.
  let isTerminal = isatty(STDIN_FILENO) == 1

  /// The next line, or nil at the end of input.
  func next() async -> String? {
    await withCheckedContinuation { continuation in
      // A thread of its own: the read blocks, and the concurrency pool has no thread to spare.
      Thread.detachNewThread { continuation.resume(returning: readLine()) }
    }
  }
}
