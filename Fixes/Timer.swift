import Foundation
import Probe

/// A repeating timer's block names its object weakly, and goes with it.
///
/// The block may find the object gone; then there is nothing to do. That
/// frees the object, but a timer that nobody invalidates runs on, so the
/// object stops it as it goes. The deinit is isolated, as a `Timer` may be
/// touched on its own thread only.
///
///     Timer   (timer on a run loop)
///     └─ _fire       closure #1 in Beacon.light()
///        └─ weak self   Beacon   does not hold it
///
/// On Linux an invalidated Timer itself stays in memory, about one for each
/// use, with its block (swift-corelibs-foundation 6.3.1): your object is
/// free, that one is Foundation's.
///
/// Try: take `[weak self]` away, keep the deinit. Which of them mends it?
@main
struct Pier: Experiment {
  let expected = Verdict.freed

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
    // FIX: the timer's block only knows `self`; the deinit stops the timer.
    timer = .scheduledTimer(withTimeInterval: 0.01, repeats: true) {
      [weak self] _ in MainActor.assumeIsolated { self?.flashes += 1 }
    }
  }

  isolated deinit {
    timer?.invalidate()
    logDeinit(self)
  }
}
