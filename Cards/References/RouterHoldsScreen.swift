// QUESTION: The pilot keeps the next screen, a struct. It was shown and
// popped; nobody needs the pilot any more: is the pilot freed?

import Probe
import Stage

struct RouterHoldsScreen: Card {
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
  private var next: QuayScreen?

  func steer(to quay: Int) { next = QuayScreen(quay: quay, pilot: self) }

  func show(on stage: Stage) {
    if let next { stage.show(next) }
  }

  deinit { logDeinit(self) }
}

private struct QuayScreen: Screen {
  let quay: Int
  let pilot: Pilot

  var body: String { "quay \(quay) of \(pilot.quays)" }
}

// ANSWER: still alive
//
// The pilot owns the struct, and the struct's property owns the pilot. A
// value has no references to it, but it holds what its properties hold.
