// QUESTION: The sounder keeps the depth as a property, and the screen reads
// it. The screen is popped: is the model freed?

import Probe
import Stage

struct ScreenProperty: Card {
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

  var body: String { "\(sounder.depth) m" }
}

@MainActor
private final class Sounder {
  private(set) var depth = 0

  func ping(_ depth: Int) { self.depth = depth }

  deinit { logDeinit(self) }
}

// ANSWER: freed
//
// The screen owns the sounder, and the sounder keeps a number. The same
// answer reaches the screen with no closure, so there is no way back to own
// anybody by.
