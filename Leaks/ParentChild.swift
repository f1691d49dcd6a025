import Probe

/// A parent keeps its children, and each child keeps its parent.
///
/// You write it because a child has questions for its parent. Two strong
/// references that point at each other are the smallest retain cycle: each
/// object waits for the other to go first.
///
///     Fleet
///     └─ boats[0]    Boat
///        └─ fleet       Fleet   ↩ back where it began
///
/// Try: empty `boats` as the last line of `run`. Whose duty would that be?
@main
struct Harbour: Experiment {
  let expected = Verdict.stillAlive

  func run(_ trial: Trial) {
    let fleet = Fleet(name: "Northern")
    let boat = Boat()
    trial.watch(fleet)
    trial.watch(boat)
    trial.note("A boat joins a fleet, and flies its flag.")
    fleet.add(boat)
    trial.check("the fleet has its boat", fleet.size == 1)
    trial.check("the boat knows its fleet", boat.flag == "Northern")
    fleet.name = "Southern"
    trial.check("it flies the new flag", boat.flag == "Southern")
    trial.ownerLetsGo("The season is over: nobody needs the fleet now.")
  }
}

@MainActor
final class Fleet {
  var name: String
  private var boats: [Boat] = []

  var size: Int { boats.count }

  init(name: String) { self.name = name }

  func add(_ boat: Boat) {
    boats.append(boat)
    boat.fleet = self
  }

  deinit {
    logDeinit(self)
  }
}

@MainActor
final class Boat {
  // LEAK: the fleet holds the boat, and the boat holds the fleet.
  var fleet: Fleet? = nil

  var flag: String? { fleet?.name }

  deinit {
    logDeinit(self)
  }
}
