// QUESTION: The first handle is cancelled twice and dropped, the second
// only dropped, and each is cleaned up once. Why not twice? And are both
// freed?

import Probe

struct CancelOnce: Card {
  func run(_ trial: Trial) {
    let wind = Wind()
    do {
      let (first, second) = (wind.sink("A"), wind.sink("B"))
      trial.watch(first)
      trial.watch(second)
      trial.check("both are subscribed", wind.log == ["+A", "+B"])
      first.cancel()
      first.cancel()
      trial.check("A is cleaned up once", wind.log == ["+A", "+B", "-A"])
      trial.ownerLetsGo("Both handles are dropped.")
    }
    trial.spin(until: "B is cleaned up, A not again") {
      wind.log == ["+A", "+B", "-A", "-B"]
    }
  }
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
  private var cleanUp: (() -> Void)?

  init(cleanUp: @escaping () -> Void) { self.cleanUp = cleanUp }

  func cancel() {
    cleanUp?()
    cleanUp = nil
  }

  isolated deinit {
    cancel()
    logDeinit(self)
  }
}

// ANSWER: freed
//
// Cancelling gives up the closure that cleans up, and that
// closure was all the handle owned of the source; a second cancel, or the
// deinit, finds nothing left to do.
