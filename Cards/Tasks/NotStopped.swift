// QUESTION: A weak loop and no cancel anywhere: it goes on when nobody
// needs the siren any more. Is the siren freed?

import Probe

struct NotStopped: Card {
  func run(_ trial: Trial) {
    do {
      let siren = Siren()
      trial.watch(siren)
      siren.start()
      trial.spin(until: "the siren howled") { siren.howls >= 2 }
      trial.ownerLetsGo("Nobody needs the siren.")
    }
    let before = passes
    trial.spin(until: "its loop goes on without it") {
      passes >= before + 3
    }
  }
}

@MainActor private var passes = 0

@MainActor
private final class Siren {
  var howls = 0

  func start() {
    Task { [weak self] in
      while !Task.isCancelled {
        passes += 1
        self?.howls += 1
        try? await Task.sleep(for: .milliseconds(2))
      }
    }
  }

  deinit { logDeinit(self) }
}

// ANSWER: freed
//
// Freed is not stopped. The task owns no siren, so the siren goes; the
// system owns the task, and the loop runs on for as long as the program
// does. Cancel it in the deinit, or leave the loop when self is nil.
