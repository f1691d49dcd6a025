import Foundation

/// Drives the main run loop from synchronous code on the main thread.
///
/// Timers, main-actor tasks and main-queue work all make progress meanwhile. On Linux it works
/// from a synchronous `main()` alone: after the first suspension of an async main the program is
/// no longer on the main thread, and running `RunLoop.main` does nothing (Swift 6.3.1).
@MainActor
enum MainRunLoop {
  private static let turnLength = 0.001

  /// Runs the loop for a millisecond.
  ///
  /// The loop itself comes back after each job of the main queue, hence the inner loop.
  static func turn() {
    let end = Date(timeIntervalSinceNow: turnLength)
    repeat {
      _ = RunLoop.main.run(mode: .default, before: end)
    } while end.timeIntervalSinceNow > 0
  }

  /// Runs the loop until `condition` holds, at most `turns` times; says whether it held.
  @discardableResult
  static func turn(atMost turns: Int, until condition: () -> Bool) -> Bool {
    for _ in 0..<turns {
      if condition() { return true }
      turn()
    }
    return condition()
  }
}
