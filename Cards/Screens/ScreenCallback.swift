// QUESTION: The closure touches `depth`, which is the screen's own state,
// and never the model. The screen is popped: is the model freed?

import Probe
import Stage

struct ScreenCallback: Card {
  func run(_ trial: Trial) {
    let stage = Stage()
    let screen = SounderScreen()
    trial.watch(screen.sounder)
    stage.show(screen)
    screen.sounder.ping(14)
    trial.check("the screen shows the depth", stage.shown == "14 m")
    stage.pop()
    trial.ownerLetsGo("The screen is popped.")
  }
}

private struct SounderScreen: Screen {
  @State var sounder = Sounder()
  @State var depth = 0

  var body: String { "\(depth) m" }

  func onAppear() {
    sounder.onEcho = { depth = $0 }
  }
}

@MainActor
private final class Sounder {
  var onEcho: ((Int) -> Void)?

  func ping(_ depth: Int) { onEcho?(depth) }

  deinit { logDeinit(self) }
}

// ANSWER: still alive
//
// `depth` is `self.depth`, so the closure holds a copy of the whole screen,
// and with it the state box that holds the sounder. The sounder holds the
// closure: it owns itself, round two corners.
