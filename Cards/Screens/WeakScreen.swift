// QUESTION: Weak self mends many a closure. Does it mend the screen's: is
// the anchor freed when the screen is popped?

import Probe
import Stage

struct WeakScreen: Card {
  func run(_ trial: Trial) {
    let stage = Stage()
    let screen = AnchorScreen()
    trial.watch(screen.anchor)
    stage.show(screen)
    screen.anchor.onDrag?()
    trial.check("the screen shows it", stage.shown == "dragging")
    stage.pop()
    trial.ownerLetsGo("The screen is popped.")
  }
}

private struct AnchorScreen: Screen {
  @State var anchor = Anchor()
  @State var isHolding = true

  var body: String { isHolding ? "holding" : "dragging" }

  func onAppear() {
    anchor.onDrag = { [weak self] in self?.isHolding = false }
  }
}

@MainActor
private final class Anchor {
  var onDrag: (() -> Void)?

  deinit { logDeinit(self) }
}

// ANSWER: does not compile: 'weak' may only be applied to class and
// class-bound protocol types, not 'AnchorScreen'
//
// A screen is a struct: there is no one object to refer to weakly, and the
// closure owns a copy of its own. Let the anchor keep what the screen reads
// instead.
