import Probe
import Stage

/// The control: a screen that names its model everywhere and leaks nothing.
///
/// Naming a model is not what makes a leak. The screen's body, button,
/// `onAppear` and task all name it here, and the model keeps none of them:
/// no way leads from the model back to the screen.
///
///     Stage
///     └─ the screen, a struct
///        └─ its @State box
///           └─ Harbour             and no further
///
/// Try: give the model a closure that names it. Where would you keep that?
@main
struct ControlScreen: Experiment {
  let expected = Verdict.freed

  func run(_ trial: Trial) {
    let stage = Stage()
    let screen = HarbourScreen()
    trial.watch(screen.harbour)
    trial.note("A screen names its model wherever it can.")
    stage.show(screen)
    stage.press("Moor")
    trial.check("the button was heard", stage.shown == "1 in, open: true")
    trial.spin(until: "its task ran") { screen.harbour.tides >= 3 }
    stage.pop()
    trial.ownerLetsGo("The screen is popped: nothing else holds the model.")
  }
}

struct HarbourScreen: Screen {
  @State var harbour = Harbour()

  var body: String { "\(harbour.boats) in, open: \(harbour.isOpen)" }
  var buttons: [Button] { [Button("Moor") { harbour.boats += 1 }] }

  func onAppear() { harbour.isOpen = true }

  func task() async {
    while !Task.isCancelled {
      harbour.tides += 1
      try? await Task.sleep(for: .milliseconds(5))
    }
  }
}

@MainActor
final class Harbour {
  var boats = 0
  var tides = 0
  var isOpen = false

  deinit {
    logDeinit(self)
  }
}
