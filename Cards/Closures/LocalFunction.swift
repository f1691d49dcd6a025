// QUESTION: The stored closure names a local function and nothing else.
// Nobody needs the crane now: is it freed?

import Probe

struct LocalFunction: Card {
  func run(_ trial: Trial) {
    let crane = Crane()
    trial.watch(crane)
    crane.start()
    crane.onLever?()
    trial.check("the lever was heard", crane.lifts == 1)
    trial.ownerLetsGo("The ship is loaded.")
  }
}

@MainActor
private final class Crane {
  var lifts = 0
  var onLever: (() -> Void)?

  func start() {
    func lift() { lifts += 1 }
    onLever = { lift() }
  }

  deinit { logDeinit(self) }
}

// ANSWER: still alive
//
// A local function captures what it uses as a closure does, and `lifts` is
// the crane's. The stored closure holds the function, the function the
// crane, and the crane the closure.
