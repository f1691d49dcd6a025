import Probe

/// A model keeps a helper, and the helper's callback names the model.
///
/// You write it because the helper has to report to somebody. The model
/// keeps its helper, the helper keeps its callback, and a closure keeps
/// what it captures: the way leads back to the model.
///
///     Lookout
///     └─ telescope     Telescope
///        └─ onSighting    closure #1 in Lookout.start()
///           └─ captures      Lookout   ↩ back where it began
///
/// Try: write `sightings` without `self.`. What does the compiler say?
@main
struct Tower: Experiment {
  let expected = Verdict.stillAlive

  func run(_ trial: Trial) {
    let lookout = Lookout()
    trial.watch(lookout)
    trial.note("A lookout counts what its telescope sights.")
    lookout.start()
    trial.check("nothing is in sight", lookout.sightings == 0)
    lookout.telescope.sight("a sail")
    lookout.telescope.sight("a whale")
    trial.check("the lookout counts", lookout.sightings == 2)
    trial.ownerLetsGo("The watch is over: nobody needs the lookout now.")
  }
}

@MainActor
final class Lookout {
  let telescope = Telescope()
  private(set) var sightings = 0

  func start() {
    // LEAK: the telescope keeps the closure, and the closure keeps `self`.
    telescope.onSighting = { _ in self.sightings += 1 }
  }

  deinit {
    logDeinit(self)
  }
}

@MainActor
final class Telescope {
  var onSighting: ((String) -> Void)?

  func sight(_ what: String) { onSighting?(what) }
}
