// QUESTION: The task captures self weakly, and calls one method on it.
// Nobody needs the boat any more, and the tide has not come yet: what
// becomes of the boat?

import Probe

struct LongAwait: Card {
  func run(_ trial: Trial) {
    let (tides, tide) = AsyncStream.makeStream(of: Void.self)
    let boat = Boat()
    trial.watch(boat)
    boat.leave(with: tides)
    trial.spin(until: "the boat waits for the tide") { boat.isWaiting }
    trial.later("The tide comes in.") { tide.finish() }
    trial.ownerLetsGo("Nobody needs the boat.")
  }
}

@MainActor
private final class Boat {
  var isWaiting = false

  func leave(with tides: AsyncStream<Void>) {
    Task { [weak self] in await self?.wait(for: tides) }
  }

  func wait(for tides: AsyncStream<Void>) async {
    isWaiting = true
    for await _ in tides {}
    isWaiting = false
  }

  deinit { logDeinit(self) }
}

// ANSWER: freed late
//
// `self?.wait` unwraps the boat for the length of the call, and the call is
// one long await: the suspended task holds the boat. When the tide comes,
// the call returns, and the boat goes.
