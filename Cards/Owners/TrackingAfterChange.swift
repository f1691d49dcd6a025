// QUESTION: The flag tracks its own colour, and the colour has changed
// once. Nobody needs the flag any more: is it freed?

import Observation
import Probe

struct TrackingAfterChange: Card {
  func run(_ trial: Trial) {
    let flag = Flag()
    trial.watch(flag)
    flag.follow()
    flag.colour = "red"
    trial.check("one change was seen", flag.changes == 1)
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

// ANSWER: freed
//
// onChange is called once, and the registrar then drops it: nobody owns the
// flag any more. A leak that comes and goes with what the user did is still
// one; the next call of `follow` makes it again.
