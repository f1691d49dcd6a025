// QUESTION: The flag tracks its own colour, and the colour has not changed.
// Nobody needs the flag any more: is it freed?

import Observation
import Probe

struct TrackingBeforeChange: Card {
  func run(_ trial: Trial) {
    let flag = Flag()
    trial.watch(flag)
    flag.follow()
    trial.check("nothing has changed", flag.changes == 0)
    trial.ownerLetsGo("Nobody needs the flag.")
  }
}

@MainActor
@Observable
private final class Flag {
  var colour = "blue"
  @ObservationIgnored var changes = 0

  func follow() {
    withObservationTracking {
      _ = colour
    } onChange: {
      MainActor.assumeIsolated { self.changes += 1 }
    }
  }

  deinit { logDeinit(self) }
}

// ANSWER: still alive
//
// The flag owns its observation registrar, the registrar owns the onChange
// closure until a change comes, and the closure owns the flag. Without a
// change, that is for good.
