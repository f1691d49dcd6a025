// QUESTION: The screen's own task loops for ever and names the model at
// each turn. The screen is popped: is the model freed?

import Probe
import Stage

struct ScreenTask: Card {
  func run(_ trial: Trial) {
    let stage = Stage()
    let screen = RadarScreen()
    trial.watch(screen.radar)
    stage.show(screen)
    trial.spin(until: "the radar turned") { screen.radar.turns >= 3 }
    stage.pop()
    trial.ownerLetsGo("The screen is popped.")
  }
}

private struct RadarScreen: Screen {
  @State var radar = Radar()

  var body: String { "\(radar.turns) turns" }

  func task() async {
    while !Task.isCancelled {
      radar.turns += 1
      try? await Task.sleep(for: .milliseconds(2))
    }
  }
}

@MainActor
private final class Radar {
  var turns = 0

  deinit { logDeinit(self) }
}

// ANSWER: freed
//
// The task does hold the radar while it runs. But the stage owns the task,
// as SwiftUI owns that of `.task`: popping cancels it, the loop sees that
// and ends, and what it held goes.
