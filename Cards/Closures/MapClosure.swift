// QUESTION: A closure that names self, handed to map. Nobody needs the
// ledger now: is it freed?

import Probe

struct MapClosure: Card {
  func run(_ trial: Trial) {
    let ledger = Ledger()
    trial.watch(ledger)
    trial.check("dues are added", ledger.totals() == [110, 60])
    trial.ownerLetsGo("The books are closed.")
  }
}

@MainActor
private final class Ledger {
  let fees = [100, 50]
  let dues = 10

  func totals() -> [Int] {
    fees.map { $0 + self.dues }
  }

  deinit { logDeinit(self) }
}

// ANSWER: freed
//
// Map calls the closure and keeps it no longer than the call: it does not
// escape, so it owns nobody. That is also why `self.` could be left out
// here, and weak self would be noise.
