import Dispatch
import HeapGraph
import Synchronization

/// Snapshots while other threads allocate, free and start tasks.
enum Survival {
  static let snapshots = 1000
  private static let threads = 8

  private final class Half {
    var other: Half?
  }

  private final class Flags: Sendable {
    let isOver = Atomic<Bool>(false)
    let tasks = Atomic<Int>(0)
  }

  /// The child's part: takes the snapshots, each of which has to prove the same ring.
  static func printFigures() {
    let flags = Flags()
    for _ in 0..<threads {
      // A thread each, as the pool has no more than there are processors.
      makeThread { keepBusy(flags) }
    }
    let ring = makeRing()
    var proved = 0
    let time = seconds {
      for _ in 0..<snapshots {
        if let found = try? HeapSnapshot.take().holders(of: ring), found.proof == .ring {
          proved += 1
        }
      }
    }
    flags.isOver.store(true, ordering: .relaxed)
    print(proved, time)
  }

  /// Runs the child and tells how many it survived.
  static func report() throws(Child.Failure) {
    let figures = try Child.run([CommandLine.arguments[0], "--survive"]).figures(2)
    print("\(Int(figures[0])) of \(snapshots) snapshots under \(threads) threads", terminator: " ")
    print("proved the ring they were asked for, in \(figures[1].text) s")
  }

  @inline(never) private static func makeRing() -> UInt {
    let half = Half()
    half.other = Half()
    half.other?.other = half
    return UInt(bitPattern: Unmanaged.passUnretained(half).toOpaque())
  }

  private static func keepBusy(_ flags: Flags) {
    var kept: [Half] = []
    while !flags.isOver.load(ordering: .relaxed) {
      let half = Half()
      half.other = Half()
      kept.append(half)
      if kept.count > 200 { kept.removeAll() }
      // Not more tasks than are worked off, or the heap would grow without end.
      guard flags.tasks.load(ordering: .relaxed) < 200 else { continue }
      flags.tasks.add(1, ordering: .relaxed)
      Task.detached {
        await Task.yield()
        flags.tasks.subtract(1, ordering: .relaxed)
      }
    }
  }
}
