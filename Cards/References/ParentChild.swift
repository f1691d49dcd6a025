// QUESTION: A ship knows its convoy. Nobody needs the convoy any more: are
// the two freed?

import Probe

struct ParentChild: Card {
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
  var convoy: Convoy?

  var flag: String? { convoy?.flag }

  deinit { logDeinit(self) }
}

// ANSWER: still alive
//
// The convoy owns its ships, and the ship owns the convoy: two references,
// each with a good reason, and one ring. Ownership has to go one way.
