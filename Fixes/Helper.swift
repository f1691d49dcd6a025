import Probe

/// A model keeps a helper, and the helper's callback names it weakly.
///
/// The helper may report while the model is there; when the model is gone
/// there is nobody to report to, and the callback does nothing.
///
///     Lookout
///     └─ telescope     Telescope
///        └─ onSighting    closure #1 in Lookout.start()
///           └─ weak self     Lookout   does not hold it
///
/// Try: `[unowned self]`. It works here. When would it crash?
@main
struct Tower: Experiment {
  let expected = Verdict.freed

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
    // FIX: the telescope keeps the closure; the closure keeps nobody.
    telescope.onSighting = { [weak self] _ in self?.sightings += 1 }
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
