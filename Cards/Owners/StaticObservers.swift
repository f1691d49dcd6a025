// QUESTION: Each gull enters itself in a static dictionary. Nobody needs
// this gull any more: is it freed?

import Probe

struct StaticObservers: Card {
  func run(_ trial: Trial) {
    let gull = Gull()
    trial.watch(gull)
    gull.perch()
    Gull.all.values.forEach { $0.startle() }
    trial.check("the gull was startled", gull.cries == 1)
    trial.ownerLetsGo("Nobody needs the gull.")
  }
}

@MainActor
private final class Gull {
  static var all: [ObjectIdentifier: Gull] = [:]

  var cries = 0

  func perch() { Gull.all[ObjectIdentifier(self)] = self }

  func startle() { cries += 1 }

  deinit { logDeinit(self) }
}

// ANSWER: still alive
//
// A static variable owns the dictionary, and the dictionary the gull. There
// is no cycle to break: whoever enters itself has to be taken out again,
// and a deinit is too late for that.
