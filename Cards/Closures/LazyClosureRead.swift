// QUESTION: A lazy property holds a closure that names self, and it was
// read once. Nobody needs the tug now: is it freed?

import Probe

struct LazyClosureRead: Card {
  func run(_ trial: Trial) {
    let tug = Tug()
    trial.watch(tug)
    trial.check("the label names the tug", tug.label() == "tug Otter")
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

// ANSWER: still alive
//
// Reading the property made the closure and stored it: from then on the tug
// holds the closure, and the closure the tug. One read is enough.
