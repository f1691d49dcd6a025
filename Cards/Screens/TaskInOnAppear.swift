// QUESTION: The same loop as in a screen's own task, begun in onAppear
// instead. The screen is popped: is the model freed?

import Probe
import Stage

struct TaskInOnAppear: Card {
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

  func onAppear() {
    Task {
      while !Task.isCancelled {
        radar.turns += 1
        try? await Task.sleep(for: .milliseconds(2))
      }
    }
  }
}

@MainActor
private final class Radar {
  var turns = 0

  deinit { logDeinit(self) }
}

// ANSWER: still alive
//
// The running task holds the closure, the closure a copy of the screen, the
// screen the radar. Nobody has the task's handle, so nobody ever cancels
// it: there is no ring here, just an owner that never ends.
