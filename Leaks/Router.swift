import Probe
import Stage

/// A router keeps the screen to show next, and the screen keeps the router.
///
/// You write it because a screen is a struct, and structs don't make
/// cycles. But a struct holds what its properties hold: kept in the router,
/// the screen takes the router with it.
///
///     Router
///     └─ next.router    Router   ↩ back where it began
///
/// Try: give `BerthScreen` a `weak var router`. What did that cost you?
@main
struct Arrivals: Experiment {
  let expected = Verdict.stillAlive

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
  private var next: (any Screen)?

  func go(to berth: Int) {
    // LEAK: the router keeps the screen, and the screen names the router.
    next = BerthScreen(berth: berth, router: self)
  }

  func show(on stage: Stage) {
    guard let next else { return }
    stage.show(next)
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
