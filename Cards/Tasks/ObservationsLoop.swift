// QUESTION: The loop over the gauge's changes is cancelled in its deinit.
// Nobody reads the gauge any more: is it freed?

import Observation
import Probe

struct ObservationsLoop: Card {
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
    work = Task {
      for await level in Observations({ self.level }) {
        log.append(level)
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
// The task holds the gauge as long as its loop runs, and the loop runs
// until the deinit cancels it. The deinit waits for the task, and the task
// for the deinit.
