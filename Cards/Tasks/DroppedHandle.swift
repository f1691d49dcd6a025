// QUESTION: The task's handle is set to nil before the owner lets go. Is
// the patrol freed?

import Probe

struct DroppedHandle: Card {
  func run(_ trial: Trial) {
    let patrol = Patrol()
    trial.watch(patrol)
    patrol.start()
    trial.spin(until: "it goes its rounds") { patrol.rounds >= 2 }
    patrol.work = nil
    let before = patrol.rounds
    trial.spin(until: "it goes on without a handle") {
      patrol.rounds >= before + 3
    }
    trial.ownerLetsGo("Nobody needs the patrol.")
  }
}

@MainActor
private final class Patrol {
  var rounds = 0
  var work: Task<Void, Never>?

  func start() {
    work = Task {
      while !Task.isCancelled {
        rounds += 1
        try? await Task.sleep(for: .milliseconds(2))
      }
    }
  }

  deinit { logDeinit(self) }
}

// ANSWER: still alive
//
// A handle is a way to a task, not its owner: dropping it cancels nothing.
// The task runs on and holds the patrol, and now nobody can reach it to
// cancel it.
