import Probe
import Stage

/// A router keeps which screen to show next, not the screen.
///
/// Which screen it is, is a value: a number here, an enum in a larger
/// program. The screen is made when it is shown, and goes when it goes.
///
///     Router
///     └─ next          Int   and no further
///
/// Try: keep a closure that makes the screen. Is that a value, too?
@main
struct Arrivals: Experiment {
  let expected = Verdict.freed

  func run(_ trial: Trial) {
    let stage = Stage()
    let router = Router()
    trial.watch(router)
    trial.note("A router is told which berth to show next.")
    for berth in [7, 8] {
      router.go(to: berth)
      router.show(on: stage)
      let sign = "berth \(berth) of 9"
      trial.check("berth \(berth) is shown", stage.shown == sign)
      stage.pop()
    }
    router.go(to: 9)
    trial.ownerLetsGo("The way has ended: nobody needs the router now.")
  }
}

@MainActor
final class Router {
  let berths = 9
  private var next: Int?

  func go(to berth: Int) {
    // FIX: the router keeps which screen it is; a number names nobody.
    next = berth
  }

  func show(on stage: Stage) {
    guard let next else { return }
    stage.show(BerthScreen(berth: next, router: self))
  }

  deinit {
    logDeinit(self)
  }
}

struct BerthScreen: Screen {
  let berth: Int
  let router: Router

  var body: String { "berth \(berth) of \(router.berths)" }
}
