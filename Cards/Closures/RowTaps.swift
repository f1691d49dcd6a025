// QUESTION: Two lockers, each with a closure for its key; the key of one
// was turned. Nobody needs the locker room now: is it freed?

import Probe

struct RowTaps: Card {
  func run(_ trial: Trial) {
    let room = LockerRoom()
    trial.watch(room)
    room.fill()
    room.lockers[1].onKey()
    trial.check("the key was heard", room.open == ["oilskins"])
    trial.ownerLetsGo("The crew has left.")
  }
}

@MainActor
private final class LockerRoom {
  var lockers: [Locker] = []
  var open: [String] = []

  func fill() {
    lockers = ["boots", "oilskins"].map { gear in
      Locker { self.open.append(gear) }
    }
  }

  deinit { logDeinit(self) }
}

@MainActor
private final class Locker {
  let onKey: () -> Void

  init(onKey: @escaping () -> Void) { self.onKey = onKey }
}

// ANSWER: still alive
//
// The room holds the array, the array each locker, each locker its closure,
// and each closure the room. There are as many rings as lockers: mending
// one of them frees nothing.
