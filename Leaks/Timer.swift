import Foundation
import Probe

/// A repeating timer's block names the object that keeps the timer.
///
/// You write it because the block has to do something, and what it does is
/// yours. But the run loop keeps a timer until it is invalidated, the timer
/// keeps its block, and the block keeps what it names: the object can't go
/// while the timer runs, and nobody is left to stop it.
///
///     Timer   (timer on a run loop)
///     └─ _fire       closure #1 in Beacon.light()
///        └─ captures    Beacon
///           └─ timer       Timer   ↩ back where it began
///
/// On Linux `invalidate()` alone would not mend it: Foundation there never
/// gives back the timer's reference to its block (swift-corelibs-foundation
/// 6.3.1); on Apple's systems it does.
///
/// Try: call `beacon.timer?.invalidate()` as the last line of `run`.
@main
struct Pier: Experiment {
  let expected = Verdict.stillAlive

  func run(_ trial: Trial) {
    let beacon = Beacon()
    trial.watch(beacon)
    trial.note("A beacon flashes on a repeating timer.")
    beacon.light()
    let aim = beacon.flashes + 5
    trial.spin(until: "it flashed five times") { beacon.flashes >= aim }
    trial.ownerLetsGo("The keeper goes home: nobody needs the beacon now.")
  }
}

@MainActor
final class Beacon {
  var flashes = 0
  var timer: Timer?

  func light() {
    // LEAK: the run loop keeps the timer, whose block keeps `self`.
    timer = .scheduledTimer(withTimeInterval: 0.01, repeats: true) { _ in
      MainActor.assumeIsolated { self.flashes += 1 }
    }
  }

  deinit {
    logDeinit(self)
  }
}
