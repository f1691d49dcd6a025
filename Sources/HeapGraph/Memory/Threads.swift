import Dispatch

/// Work that is shared out among threads.
enum Threads {
  /// Below this number of blocks a second thread costs more than it saves.
  static let blocksForThread = 100_000
  private static let most = 2

  /// How many threads a pass over so many blocks is worth.
  static func count(forBlocks blocks: Int, each: Int = blocksForThread) -> Int {
    min(most, 1 + blocks / each)
  }

  /// Calls `body` with each number below `count`, on as many threads, and waits for all.
  ///
  /// What comes back is in the order of the numbers. A single call stays on this thread.
  static func run<Result>(_ count: Int, _ body: (Int) -> Result) -> [Result] {
    if count == 1 { return [body(0)] }
    return [Result](unsafeUninitializedCapacity: count) { buffer, initialized in
      // Each number is handed out once, and each thread writes to its own place.
      nonisolated(unsafe) let (body, places) = (body, buffer)
      DispatchQueue.concurrentPerform(iterations: count) { index in
        places.initializeElement(at: index, to: body(index))
      }
      initialized = count
    }
  }
}
