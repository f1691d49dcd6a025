// QUESTION: The cutter keeps a horn, and the horn calls back. The pilot
// goes ashore and nobody needs the cutter any more: is it freed?

import Probe

struct HelperStrong: Card {
  func run(_ trial: Trial) {
    let cutter = Cutter()
    trial.watch(cutter)
    cutter.listen()
    cutter.horn.sound()
    trial.check("the horn was heard", cutter.blasts == 1)
    trial.ownerLetsGo("The pilot goes ashore.")
  }
}

@MainActor
private final class Cutter {
  let horn = Horn()
  var blasts = 0

  func listen() {
    horn.onBlast = { self.blasts += 1 }
  }

  deinit { logDeinit(self) }
}

@MainActor
private final class Horn {
  var onBlast: (() -> Void)?

  func sound() { onBlast?() }
}

// ANSWER: still alive
//
// The horn holds the closure, and the closure holds the cutter, which holds
// the horn. Nobody outside is left to break that ring.
