import Probe
import Stage

/// A screen hands its model a closure that sets the screen's own state.
///
/// You write it because the model has news and the screen wants to hear.
/// A screen is a struct, so nothing seems to be captured; but the closure
/// copies the whole screen, and with it the box that holds the model.
///
///     FerryTimes
///     └─ onArrival                closure #1 in FerryBoard.onAppear()
///        └─ captures @State times    StateBox<FerryTimes>
///           └─ value                    FerryTimes   ↩ back where it began
///
/// Try: write `[times]` before `ferry in`. Is the model freed? Why not?
@main
struct Ferries: Experiment {
  let expected = Verdict.stillAlive

  func run(_ trial: Trial) {
    let stage = Stage()
    let board = FerryBoard()
    trial.watch(board.times)
    trial.note("A board shows the ferries as its model reports them.")
    stage.show(board)
    for ferry in ["Aurora", "Borealis"] {
      board.times.report(ferry)
      let sign = "\(ferry) is in"
      trial.check("the board shows \(ferry)", stage.shown == sign)
    }
    stage.pop()
    trial.ownerLetsGo("The board is popped: nobody needs its model now.")
  }
}

struct FerryBoard: Screen {
  @State var times = FerryTimes()
  @State var headline = "no ferry yet"

  var body: String { headline }

  func onAppear() {
    // LEAK: `headline` is `self.headline`: the closure copies the screen.
    times.onArrival = { ferry in headline = "\(ferry) is in" }
  }
}

@MainActor
final class FerryTimes {
  var onArrival: ((String) -> Void)?

  func report(_ ferry: String) { onArrival?(ferry) }

  deinit {
    logDeinit(self)
  }
}
