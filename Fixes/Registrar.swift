import Observation
import Probe

/// A model tracks itself, and what to do on a change names it weakly.
///
/// The registrar still keeps the closure until the first change, but the
/// closure no longer keeps the model: the two go together.
///
///     Lighthouse
///     └─ observation registrar    closure #2 in Lighthouse.keepWatch()
///        └─ weak self                Lighthouse   does not hold it
///
/// Try: `didSet` on `lamp`. When would you need to track yourself at all?
@main
struct Headland: Experiment {
  let expected = Verdict.freed

  func run(_ trial: Trial) {
    let lighthouse = Lighthouse()
    trial.watch(lighthouse)
    trial.note("A lighthouse keeps watch over its own lamp.")
    lighthouse.keepWatch()
    weak let other = litTwice(trial)
    trial.check("one change breaks the loop", other == nil)
    trial.ownerLetsGo("The keeper goes home: nobody needs this one now.")
  }

  private func litTwice(_ trial: Trial) -> Lighthouse {
    let other = Lighthouse()
    other.keepWatch()
    trial.check("nothing changes by itself", other.changes == 0)
    other.lamp = "red"
    other.lamp = "green"
    trial.check("a change was noticed, once", other.changes == 1)
    other.keepWatch()
    other.lamp = "blue"
    trial.check("watched again, it noticed another", other.changes == 2)
    return other
  }
}

@MainActor
@Observable
final class Lighthouse {
  var lamp = "white"
  @ObservationIgnored var changes = 0

  func keepWatch() {
    // FIX: the registrar keeps the onChange closure, which keeps nobody.
    withObservationTracking {
      _ = lamp
    } onChange: { [weak self] in
      MainActor.assumeIsolated { self?.changes += 1 }
    }
  }

  deinit {
    logDeinit(self)
  }
}
