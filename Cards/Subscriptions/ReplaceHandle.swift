// QUESTION: The vane stores a handle, then another in its place: the new
// subscription begins before the old one ends. Why? And is the vane freed?

import Probe

struct ReplaceHandle: Card {
  func run(_ trial: Trial) {
    let wind = Wind()
    let vane = Vane()
    trial.watch(vane)
    vane.handle = wind.sink("A")
    vane.handle = wind.sink("B")
    trial.check("B came first", wind.log == ["+A", "+B", "-A"])
    vane.handle = nil
    vane.handle = wind.sink("C")
    trial.check("B left first", wind.log.suffix(2) == ["-B", "+C"])
    trial.ownerLetsGo("Nobody needs the vane.")
  }
}

@MainActor
private final class Vane {
  var handle: Handle?

  deinit { logDeinit(self) }
}

// A stand-in for a publisher and its cancellable, in plain Swift.
@MainActor
private final class Wind {
  var log: [String] = []

  func sink(_ name: String) -> Handle {
    log.append("+" + name)
    return Handle { self.log.append("-" + name) }
  }
}

@MainActor
private final class Handle {
  private let cancel: () -> Void

  init(cancel: @escaping () -> Void) { self.cancel = cancel }

  isolated deinit { cancel() }
}

// ANSWER: freed
//
// The right side is made before the left side is let go, so for a moment
// both subscriptions run, and the source owns both closures. Where that
// matters, set the property to nil first. The vane itself is owned by
// nobody here.
