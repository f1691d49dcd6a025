// QUESTION: The timer is invalidated and dropped, then the owner lets go.
// Is the lamp freed? (On Linux.)

import Foundation
import Probe

struct TimerInvalidated: Card {
  func run(_ trial: Trial) {
    let lamp = Lamp()
    trial.watch(lamp)
    lamp.light()
    trial.spin(until: "it blinked twice") { lamp.blinks >= 2 }
    lamp.timer?.invalidate()
    lamp.timer = nil
    trial.ownerLetsGo("Nobody needs the lamp.")
  }
}

@MainActor
private final class Lamp {
  var blinks = 0
  var timer: Timer?

  func light() {
    timer = .scheduledTimer(withTimeInterval: 0.005, repeats: true) {
      _ in MainActor.assumeIsolated { self.blinks += 1 }
    }
  }

  deinit { logDeinit(self) }
}

// ANSWER: still alive
//
// On Apple's systems it is freed: the run loop lets go of an invalidated
// timer, and the timer of its block. Foundation on Linux never gives back
// the timer's reference to itself, so timer and block stay and own the lamp
// (swift-corelibs-foundation 6.3.1). The drawing can't tell the two apart,
// and calls each timer one on a run loop.
