// QUESTION: The closure sits in a property that is marked to be ignored.
// Nobody needs the buoy now: is it freed?

import Observation
import Probe

struct ObservationIgnored: Card {
  func run(_ trial: Trial) {
    let buoy = Buoy()
    trial.watch(buoy)
    buoy.moor()
    buoy.onDrift?(3)
    trial.check("the drift was heard", buoy.drift == 3)
    trial.ownerLetsGo("The chart no longer shows the buoy.")
  }
}

@MainActor
@Observable
private final class Buoy {
  var drift = 0
  @ObservationIgnored var onDrift: ((Int) -> Void)?

  func moor() {
    onDrift = { self.drift += $0 }
  }

  deinit { logDeinit(self) }
}

// ANSWER: still alive
//
// The buoy holds the closure and the closure holds the buoy. The attribute
// hides the property from Observation, and from nobody else: counting
// references goes on as ever.
