// QUESTION: The task captures self weakly. Nobody reads the gauge any more:
// is it freed?

import Observation
import Probe

struct UnwrappedOnce: Card {
  func run(_ trial: Trial) {
    let gauge = Gauge()
    trial.watch(gauge)
    gauge.start()
    trial.spin(until: "it logged a level") { gauge.log == [4] }
    gauge.level = 5
    trial.spin(until: "and the next") { gauge.log == [4, 5] }
    trial.ownerLetsGo("Nobody reads the gauge any more.")
  }
}

@MainActor
@Observable
private final class Gauge {
  var level = 4
  @ObservationIgnored var log: [Int] = []
  @ObservationIgnored private var work: Task<Void, Never>?

  func start() {
    work = Task { [weak self] in
      guard let self else { return }
      for await level in Observations({ self.level }) {
        self.log.append(level)
      }
    }
  }

  deinit {
    work?.cancel()
    logDeinit(self)
  }
}

// ANSWER: still alive
//
// The closure holds nobody; the running task does. What `guard let self`
// unwraps is strong to the end of its scope, and that scope has the whole
// endless loop in it.
