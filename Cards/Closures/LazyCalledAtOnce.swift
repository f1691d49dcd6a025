// QUESTION: A lazy property again, with `()` behind its closure; it was
// read once. Nobody needs the tug now: is it freed?

import Probe

struct LazyCalledAtOnce: Card {
  func run(_ trial: Trial) {
    let tug = Tug()
    trial.watch(tug)
    trial.check("the label names the tug", tug.label == "tug Otter")
    trial.ownerLetsGo("The tug is laid up.")
  }
}

@MainActor
private final class Tug {
  let name = "Otter"
  lazy var label: String = {
    "tug \(self.name)"
  }()

  deinit { logDeinit(self) }
}

// ANSWER: freed
//
// This closure is called on the spot and dropped: what the tug keeps is the
// string it returned. A string owns no tug.
