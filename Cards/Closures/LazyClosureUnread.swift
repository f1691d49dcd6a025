// QUESTION: A lazy property holds a closure that names self, and nobody has
// read the property. Nobody needs the tug now: is it freed?

import Probe

struct LazyClosureUnread: Card {
  func run(_ trial: Trial) {
    let tug = Tug()
    trial.watch(tug)
    trial.check("the tug has its name", tug.name == "Otter")
    trial.ownerLetsGo("The tug is laid up.")
  }
}

@MainActor
private final class Tug {
  let name = "Otter"
  lazy var label: () -> String = {
    "tug \(self.name)"
  }

  deinit { logDeinit(self) }
}

// ANSWER: freed
//
// A lazy property is made when it is first read, and this one never was:
// there is no closure yet, so nothing holds the tug. The ring waits for
// whoever reads it.
