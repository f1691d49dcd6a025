// QUESTION: The task captures self weakly, and unwraps it inside the loop.
// Nobody reads the gauge any more: is it freed?

import Observation
import Probe

struct UnwrappedEachPass: Card {
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
      for await level in Observations({ self?.level }) {
        guard let self, let level else { return }
        self.log.append(level)
      }
    }
  }

  deinit {
    work?.cancel()
    logDeinit(self)
  }
}

// ANSWER: freed
//
// What a pass unwraps goes at the end of that pass, so between two passes
// the waiting task owns nobody. The gauge goes, and its deinit cancels the
// task.
