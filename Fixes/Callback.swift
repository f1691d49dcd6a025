import Probe
import Stage

/// A screen reads its model's property, and no closure goes back.
///
/// The news is a value that the model keeps and the screen reads each time
/// it is drawn. The arrow runs one way, from the screen to its model.
///
///     the screen
///     └─ @State times  StateBox<FerryTimes>
///        └─ value         FerryTimes   and no further
///
/// Try: bring the callback back beside the property. Is one enough to leak?
@main
struct Ferries: Experiment {
  let expected = Verdict.freed

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

  var body: String {
    // FIX: the screen asks; the model need not know who listens.
    times.latest.map { ferry in "\(ferry) is in" } ?? "no ferry yet"
  }
}

@MainActor
final class FerryTimes {
  var latest: String?

  func report(_ ferry: String) { latest = ferry }

  deinit {
    logDeinit(self)
  }
}
