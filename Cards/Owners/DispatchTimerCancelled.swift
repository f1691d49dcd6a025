// QUESTION: A dispatch timer drives the pump; it is cancelled at the end.
// Is the pump freed?

import Dispatch
import Probe

struct DispatchTimerCancelled: Card {
  func run(_ trial: Trial) {
    let pump = Pump()
    trial.watch(pump)
    pump.start()
    trial.spin(until: "it pumped twice") { pump.strokes >= 2 }
    pump.stop()
    trial.ownerLetsGo("Nobody needs the pump.")
  }
}

@MainActor
private final class Pump {
  var strokes = 0
  private let timer = DispatchSource.makeTimerSource(queue: .main)

  func start() {
    timer.schedule(deadline: .now(), repeating: .milliseconds(3))
    timer.setEventHandler {
      MainActor.assumeIsolated { self.strokes += 1 }
    }
    timer.resume()
  }

  func stop() { timer.cancel() }

  deinit { logDeinit(self) }
}

// ANSWER: freed
//
// A cancelled source lets go of its handler as soon as its queue gets to
// it, and with the handler goes the last owner of the pump. The handler was
// strong all along: here the cancel is the fix.
