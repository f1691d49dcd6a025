// QUESTION: The screen's body, button, onAppear and task all name the
// model. The screen is popped: is the model freed?

import Probe
import Stage

struct NamedEverywhere: Card {
  func run(_ trial: Trial) {
    let stage = Stage()
    let screen = MooringScreen()
    trial.watch(screen.mooring)
    stage.show(screen)
    stage.press("Tighten")
    trial.check("body and button work", stage.shown == "line at 2")
    trial.spin(until: "its task ran") { screen.mooring.looks >= 2 }
    stage.pop()
    trial.ownerLetsGo("The screen is popped.")
  }
}

private struct MooringScreen: Screen {
  @State var mooring = Mooring()

  var body: String { "line at \(mooring.tension)" }
  var buttons: [Button] { [Button("Tighten") { mooring.tension += 1 }] }
  func onAppear() { mooring.tension = 1 }

  func task() async {
    while !Task.isCancelled {
      mooring.looks += 1
      try? await Task.sleep(for: .milliseconds(2))
    }
  }
}

@MainActor
private final class Mooring {
  var tension = 0
  var looks = 0

  deinit { logDeinit(self) }
}

// ANSWER: freed
//
// The stage owns the screen and its task, the screen's state box owns the
// model, and the model owns nobody. Naming an object makes no ring: only a
// way back from it does.
