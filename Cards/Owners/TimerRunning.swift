// QUESTION: A repeating timer blinks the lamp. Nobody needs the lamp any
// more: is it freed?

import Foundation
import Probe

struct TimerRunning: Card {
  func run(_ trial: Trial) {
    let lamp = Lamp()
    trial.watch(lamp)
    lamp.light()
    trial.spin(until: "it blinked twice") { lamp.blinks >= 2 }
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
// The run loop owns the timer until it is invalidated, the timer its block,
// and the block the lamp. A run loop never dies, so what hangs on it has to
// be taken off.
