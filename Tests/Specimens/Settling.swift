import Foundation

/// Waits until no thread but this one has anything to do, ten seconds at most.
///
/// A task that has just said that it will wait, or has ended, is still on its thread for a moment.
/// No language feature tells when it has left it. But the thread then goes to sleep, and one that
/// is woken for a job, or made for one, counts as runnable before the call that woke it returns:
/// when all are asleep, every task waits or is gone.
func settle() {
  // Twice on end, as a thread may sleep for a lock on its way.
  var timesAsleep = 0
  wait {
    timesAsleep = ThreadState.others.allSatisfy { $0 == "S" } ? timesAsleep + 1 : 0
    return timesAsleep == 2
  }
}

/// Waits until a condition holds, ten seconds at most.
func wait(until condition: () -> Bool) {
  let end = ContinuousClock.now + .seconds(10)
  repeat {
    guard ContinuousClock.now < end else { fatalError("The program did not come to rest.") }
    usleep(500)
  } while !condition()
}

/// What the kernel says that threads do: `S` sleeps, `R` runs or could, `Z` has ended.
enum ThreadState {
  /// The states of all threads but the main one.
  static var others: [Character] {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return threads.compactMap { Int32($0) }.filter { $0 != getpid() }.compactMap(of(thread:))
  }

  /// The state of a thread; nil if it is gone.
  static func of(thread: Int32) -> Character? {
    let stat = try? String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8)
    // The state comes after the name, which stands in brackets and may have any in it.
    return stat?.split(separator: ")").last?.dropFirst().first
  }
}
