import Probe

/// A parent keeps its children, and a child only knows its parent.
///
/// Who owns whom goes one way, from the fleet to its boats. The way back is
/// weak: a boat may find that its fleet is gone.
///
///     Fleet
///     └─ boats[0]    Boat
///        └─ weak fleet  Fleet   does not hold it
///
/// Try: `unowned var fleet: Fleet`. What if a boat outlives its fleet?
@main
struct Harbour: Experiment {
  let expected = Verdict.freed

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
  // FIX: the fleet holds the boat, and the boat only knows the fleet.
  weak var fleet: Fleet? = nil

  var flag: String? { fleet?.name }

  deinit {
    logDeinit(self)
  }
}
