// QUESTION: The inner closure is weak. Nobody needs the winch now: is it
// freed?

import Probe

struct WeakInside: Card {
  func run(_ trial: Trial) {
    let winch = Winch()
    trial.watch(winch)
    winch.rig()
    winch.onPull?()
    trial.spin(until: "the pull was heard") { winch.pulls == 1 }
    trial.ownerLetsGo("The nets are in.")
  }
}

@MainActor
private final class Winch {
  var pulls = 0
  var onPull: (() -> Void)?

  func rig() {
    onPull = {
      Task { [weak self] in self?.pulls += 1 }
    }
  }

  deinit { logDeinit(self) }
}

// ANSWER: still alive
//
// To hand self on weakly, the outer closure has to have it first, and it
// has it strongly: the winch holds that closure, and that closure the
// winch. The weak capture belongs on the outermost closure that is stored.
