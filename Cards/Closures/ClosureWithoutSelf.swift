// QUESTION: The closure says `knots`, and `self` stands nowhere. Nobody
// needs the log any more: is it freed?

import Probe

struct ClosureWithoutSelf: Card {
  func run(_ trial: Trial) {
    let log = SpeedLog()
    trial.watch(log)
    log.stream()
    log.onReading?(6)
    trial.check("the reading was heard", log.knots == 6)
    trial.ownerLetsGo("The log is hauled in.")
  }
}

@MainActor
private final class SpeedLog {
  var knots = 0
  var onReading: ((Int) -> Void)?

  func stream() {
    onReading = { knots = $0 }
  }

  deinit { logDeinit(self) }
}

// ANSWER: does not compile: reference to property 'knots' in closure
// requires explicit use of 'self' to make capture semantics explicit
//
// The closure would outlive the call and own the log, so the compiler has
// you write `self` where that happens. It asks you to say it; whether it
// makes a ring you have to see for yourself.
