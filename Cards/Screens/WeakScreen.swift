// QUESTION: Weak self has mended every closure so far. Does it mend the
// screen's?

import Stage

struct AnchorScreen: Screen {
  @State var anchor = Anchor()
  @State var isHolding = true

  var body: String { isHolding ? "holding" : "dragging" }

  func onAppear() {
    anchor.onDrag = { [weak self] in self?.isHolding = false }
  }
}

@MainActor
final class Anchor {
  var onDrag: (() -> Void)?
}

// ANSWER: does not compile: 'weak' may only be applied to class and
// class-bound protocol types, not 'AnchorScreen'
//
// A screen is a struct: there is no one object to refer to weakly, and the
// closure owns a copy of its own. Let the anchor keep what the screen reads
// instead.
