// QUESTION: The counter is shared by many tasks, and a screen observes it:
// an observable actor. Nobody needs it any more: is it freed?

import Observation
import Probe

struct ObservableActor: Card {
  func run(_ trial: Trial) {
    let counter = PassageCounter()
    trial.watch(counter)
    let count = Task { await counter.count() }
    trial.check("it is counting", !count.isCancelled)
    trial.ownerLetsGo("The canal is closed.")
  }
}

@Observable
private actor PassageCounter {
  var passages = 0

  func count() { passages += 1 }

  deinit { logDeinit(self) }
}

// ANSWER: does not compile: '@Observable' cannot be applied to actor type
// 'PassageCounter' (from macro 'Observable')
//
// A screen reads what it observes at once, and an actor's properties can be
// read from outside only by waiting. Make it a class on the main actor,
// which the screen owns, and keep the sharing in an actor behind it.
