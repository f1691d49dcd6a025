import Observation
import Probe

/// A model tracks itself, and what to do on a change names the model.
///
/// You write it because the model wants to know when its own property
/// changes. Until that change the registrar keeps the closure; and the
/// registrar is a property of the model. One change breaks the loop: the
/// closure is called once and let go. A model that never changes leaks.
///
///     Lighthouse
///     └─ observation registrar    closure #2 in Lighthouse.keepWatch()
///        └─ captures                 Lighthouse   ↩ back where it began
///
/// Try: change `lamp` in `run`, after `keepWatch`. What does it print now?
@main
struct Headland: Experiment {
  let expected = Verdict.stillAlive

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
    // LEAK: the registrar keeps the onChange closure, which keeps `self`.
    withObservationTracking {
      _ = lamp
    } onChange: {
      MainActor.assumeIsolated { self.changes += 1 }
    }
  }

  deinit {
    logDeinit(self)
  }
}
