// QUESTION: The dinghy refers to its yacht unowned. The yacht goes, then
// the dinghy is asked whose it is. What happens?

import Probe

struct UnownedRead: Card {
  func run(_ trial: Trial) {
    let dinghy = launch(trial)
    trial.ownerLetsGo("The yacht is gone. The dinghy is asked for it.")
    trial.note(dinghy.yacht.name)
  }

  private func launch(_ trial: Trial) -> Dinghy {
    let yacht = Yacht()
    trial.watch(yacht)
    let dinghy = Dinghy(yacht: yacht)
    trial.check("it knows its yacht", dinghy.yacht.name == "Sirius")
    return dinghy
  }
}

@MainActor
private final class Yacht {
  let name = "Sirius"

  deinit { logDeinit(self) }
}

@MainActor
private final class Dinghy {
  unowned let yacht: Yacht

  init(yacht: Yacht) { self.yacht = yacht }
}

// ANSWER: crashes: SIGABRT: Fatal error: Attempted to read an unowned
// reference but object 0x… was already destroyed
//
// The dinghy owned no yacht, so the yacht went. An unowned reference does
// not become nil: reading it afterwards ends the program, optimised or not.
// It is for what can't outlive its object.
