// QUESTION: Everything in this class is on the main actor, so its deinit
// tidies up with its own method. Nobody needs the lantern any more: is it
// freed?

import Probe

struct DeinitCallsMethod: Card {
  func run(_ trial: Trial) {
    let lantern = Lantern()
    trial.watch(lantern)
    trial.check("it is lit", lantern.isLit)
    trial.ownerLetsGo("Nobody needs the lantern.")
  }
}

@MainActor
private final class Lantern {
  var isLit = true

  func putOut() { isLit = false }

  deinit {
    putOut()
    logDeinit(self)
  }
}

// ANSWER: does not compile: call to main actor-isolated instance method
// 'putOut()' in a synchronous nonisolated context
//
// Whoever lets go last runs the deinit, on whatever thread, so a plain
// deinit belongs to no actor. `isolated deinit` is run on the main actor,
// and may call the method.
