import Foundation

/// Waits until no thread but this one has anything to do, ten seconds at most.
///
/// A task that has just said that it will wait, or has ended, is still on its thread for a moment.
/// No language feature tells when it has left it. But the thread then goes to sleep, and one that
/// is woken for a job, or made for one, counts as runnable before the call that woke it returns:
/// when all are asleep, every task waits or is gone.
func settle() {
  let end = ContinuousClock.now + .seconds(10)
  var timesAsleep = 0
  // Twice, as a thread may sleep for a lock on its way.
  while timesAsleep < 2 {
    guard ContinuousClock.now < end else { fatalError("The program did not come to rest.") }
    timesAsleep = othersAreAsleep ? timesAsleep + 1 : 0
    usleep(500)
  }
}

/// Whether the kernel says of every thread but the main one that it sleeps.
private var othersAreAsleep: Bool {
  let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
  return threads.allSatisfy { thread in
    if thread == String(getpid()) { return true }
    // A thread that has ended meanwhile has no file any more.
    guard let stat = try? String(contentsOfFile: "/proc/self/task/\(thread)/stat", encoding: .utf8)
    else { return true }
    // The state comes after the name, which stands in brackets and may have any in it.
    return stat.split(separator: ")").last?.hasPrefix(" S") ?? true
  }
}
