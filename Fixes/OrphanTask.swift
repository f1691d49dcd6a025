import Probe
import Stage

/// A screen's endless work is the screen's task, which the stage cancels.
///
/// What begins with the screen ends with the screen: the stage owns the
/// task, cancels it as the screen goes, and the loop looks at that.
///
///     Stage
///     └─ work      task running PatrolScreen.task(), until the screen goes
///        └─ self      PatrolScreen
///           └─ patrol    Patrol
///
/// Try: write `while true`. Is being cancelled the same as having ended?
@main
struct Rounds: Experiment {
  let expected = Verdict.freed

  func run(_ trial: Trial) {
    let stage = Stage()
    let screen = PatrolScreen()
    trial.watch(screen.patrol)
    trial.note("A patrol boat goes its rounds while its screen is shown.")
    stage.show(screen)
    let aim = screen.patrol.rounds + 5
    trial.spin(until: "it goes its rounds") { screen.patrol.rounds >= aim }
    stage.pop()
    trial.ownerLetsGo("The screen is popped: nobody needs the patrol now.")
  }
}

struct PatrolScreen: Screen {
  @State var patrol = Patrol()

  var body: String { "\(patrol.rounds) rounds" }

  // FIX: the stage owns the screen's task, and cancels it with the screen.
  func task() async {
    while !Task.isCancelled {
      patrol.rounds += 1
      try? await Task.sleep(for: .milliseconds(5))
    }
  }
}

@MainActor
final class Patrol {
  var rounds = 0

  deinit {
    logDeinit(self)
  }
}
