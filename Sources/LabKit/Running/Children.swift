import Foundation
import Synchronization

/// The child processes that are running now, so that they can be ended with the lab.
///
/// Each leads a process group, and what is done to it is done to the group. Callable on any thread. Once ended, no further child is let in: one that was just being
/// started is ended as it registers.
final class Children: Sendable {
  private struct State {
    var running: Set<pid_t> = []
    var areEnding = false
  }

  private let state = Mutex(State())

  /// Notes a child that has just been started.
  func add(_ child: pid_t) {
    let isTooLate = state.withLock { state in
      state.running.insert(child)
      return state.areEnding
    }
    if isTooLate { kill(-child, SIGKILL) }
  }

  /// Notes that a child has ended: its number will soon be another process's.
  func remove(_ child: pid_t) {
    state.withLock { _ = $0.running.remove(child) }
  }

  /// Signals one child and what it started, if it is still running.
  func signal(_ child: pid_t, _ signal: Int32) {
    state.withLock { state in
      if state.running.contains(child) { kill(-child, signal) }
    }
  }

  /// Signals all children that are running.
  func signalAll(_ signal: Int32) {
    state.withLock { for child in $0.running { kill(-child, signal) } }
  }

  /// Gives the signal that ends the children time to end the lab as well.
  ///
  /// Without it the lab might report its killed children first, and end by itself. Returns at once
  /// where nothing is being ended, else after five seconds at the latest.
  func waitIfEnding() async {
    if state.withLock({ $0.areEnding }) { try? await Task.sleep(for: .seconds(5)) }
  }

  /// Kills all children that are running, and each that still registers.
  func endAll() {
    state.withLock { state in
      state.areEnding = true
      for child in state.running { kill(-child, SIGKILL) }
    }
  }
}
