import Probe
import Stage

/// A screen starts an endless task as it appears, and nobody keeps it.
///
/// You write it because `onAppear` is where work begins. But a task that
/// runs is kept by the system, whoever drops its handle, and its closure
/// keeps a copy of the screen. The screen is gone; its work is not.
///
///     task running closure #1 in PatrolScreen.onAppear()
///     └─ captures @State patrol    StateBox<Patrol>
///        └─ value                     Patrol
///
/// Try: keep the task in a local variable. Does a handle change anything?
@main
struct Rounds: Experiment {
  let expected = Verdict.stillAlive

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

  func onAppear() {
    // LEAK: nobody owns this task, so nobody cancels it.
    Task {
      while !Task.isCancelled {
        patrol.rounds += 1
        try? await Task.sleep(for: .milliseconds(5))
      }
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
