// QUESTION: No braces, no self, no capture list. Nobody needs the ferry
// now: is it freed?

import Probe

struct MethodAsValue: Card {
  func run(_ trial: Trial) {
    let ferry = Ferry()
    trial.watch(ferry)
    ferry.makeReady()
    ferry.bell.onRing?()
    trial.check("the bell was heard", ferry.departures == 1)
    trial.ownerLetsGo("The last ferry of the day is gone.")
  }
}

@MainActor
private final class Ferry {
  let bell = Bell()
  var departures = 0

  func makeReady() { bell.onRing = depart }

  func depart() { departures += 1 }

  deinit { logDeinit(self) }
}

@MainActor
private final class Bell {
  var onRing: (() -> Void)?
}

// ANSWER: still alive
//
// A method used as a value is a closure that holds the object whose method
// it is. The bell holds it, the ferry holds the bell: the same ring as with
// self, with no `self` to warn you.
