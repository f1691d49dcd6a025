// QUESTION: The watch's delegate is a protocol, and the reference to it is
// weak, as it should be. Nobody needs the two any more: are they freed?

import Probe

struct WeakProtocol: Card {
  func run(_ trial: Trial) {
    let bridge = Bridge()
    trial.watch(bridge)
    bridge.begin()
    bridge.watch.end()
    trial.check("the end was heard", bridge.hasHeard)
    trial.ownerLetsGo("The watch is over.")
  }
}

@MainActor
private protocol WatchDelegate {
  func watchDidEnd()
}

@MainActor
private final class Watch {
  weak var delegate: (any WatchDelegate)?

  func end() { delegate?.watchDidEnd() }
}

@MainActor
private final class Bridge: WatchDelegate {
  let watch = Watch()
  var hasHeard = false

  func begin() { watch.delegate = self }

  func watchDidEnd() { hasHeard = true }

  deinit { logDeinit(self) }
}

// ANSWER: does not compile: 'weak' must not be applied to non-class-bound
// 'any WatchDelegate'; consider adding a protocol conformance that has a
// class bound
//
// A struct could be this delegate, and nobody can refer to a value weakly:
// it has no owners to count. `protocol WatchDelegate: AnyObject` says that
// only objects may be.
