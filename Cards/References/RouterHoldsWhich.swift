// QUESTION: The pilot keeps which screen comes next, and makes it when it
// is shown. It was popped; nobody needs the pilot any more: is the pilot
// freed?

import Probe
import Stage

struct RouterHoldsWhich: Card {
  func run(_ trial: Trial) {
    let stage = Stage()
    let pilot = Pilot()
    trial.watch(pilot)
    pilot.steer(to: 3)
    pilot.show(on: stage)
    trial.check("the quay is shown", stage.shown == "quay 3 of 5")
    stage.pop()
    trial.ownerLetsGo("The ship is moored.")
  }
}

@MainActor
private final class Pilot {
  let quays = 5
  private var next: Int?

  func steer(to quay: Int) { next = quay }

  func show(on stage: Stage) {
    if let next { stage.show(QuayScreen(quay: next, pilot: self)) }
  }

  deinit { logDeinit(self) }
}

private struct QuayScreen: Screen {
  let quay: Int
  let pilot: Pilot

  var body: String { "quay \(quay) of \(pilot.quays)" }
}

// ANSWER: freed
//
// The stage owns the screen while it is shown, and the screen owns the
// pilot; the pilot owns a number. Once the screen is popped, nobody is
// left.
