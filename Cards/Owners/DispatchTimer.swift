// QUESTION: A dispatch timer drives the pump. Nobody needs the pump any
// more: is it freed?

import Dispatch
import Probe

struct DispatchTimer: Card {
  func run(_ trial: Trial) {
    let pump = Pump()
    trial.watch(pump)
    pump.start()
    trial.spin(until: "it pumped twice") { pump.strokes >= 2 }
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

// ANSWER: still alive
//
// The timer source owns its handler, the handler the pump, and the pump the
// source; Dispatch keeps a source that runs as well. Two owners too many.
