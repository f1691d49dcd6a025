// QUESTION: The task would loop for ever. The boat goes in the very turn in
// which the task was made: is it freed?

import Probe

struct NeverBegun: Card {
  func run(_ trial: Trial) {
    let boat = Boat()
    trial.watch(boat)
    boat.patrol()
    trial.check("no round was made yet", boat.rounds == 0)
    trial.ownerLetsGo("Nobody needs the boat.")
  }
}

@MainActor
private final class Boat {
  var rounds = 0

  func patrol() {
    Task { [weak self] in
      guard let self else { return }
      while !Task.isCancelled {
        rounds += 1
        try? await Task.sleep(for: .milliseconds(2))
      }
    }
  }

  deinit { logDeinit(self) }
}

// ANSWER: freed
//
// The task found self gone when its turn came, and left at the guard. That
// proves nothing: had it begun, the unwrapped self would have held the boat
// for good. See the work running before you let go.
