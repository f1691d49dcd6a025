// QUESTION: A ship knows its convoy, weakly. Nobody needs the convoy any
// more: are the two freed?

import Probe

struct ChildWeak: Card {
  func run(_ trial: Trial) {
    let convoy = Convoy(flag: "green")
    trial.watch(convoy)
    trial.watch(convoy.admit())
    trial.check("a ship shows the flag", convoy.ships[0].flag == "green")
    trial.ownerLetsGo("The convoy is in port.")
  }
}

@MainActor
private final class Convoy {
  let flag: String
  var ships: [Ship] = []

  init(flag: String) { self.flag = flag }

  func admit() -> Ship {
    let ship = Ship()
    ship.convoy = self
    ships.append(ship)
    return ship
  }

  deinit { logDeinit(self) }
}

@MainActor
private final class Ship {
  weak var convoy: Convoy?

  var flag: String? { convoy?.flag }

  deinit { logDeinit(self) }
}

// ANSWER: freed
//
// The convoy owns its ships, and a ship only knows its convoy. The convoy
// goes with its owner, and the ships with their convoy.
