// QUESTION: The vane subscribes to the wind and drops the handle at once.
// Nobody needs the vane any more: is it freed?

import Probe

struct SinkNobodyHolds: Card {
  func run(_ trial: Trial) {
    let vane = Vane()
    trial.watch(vane)
    vane.follow()
    wind.blow(4)
    wind.blow(7)
    trial.check("it heard both, with no handle", vane.heard == [4, 7])
    trial.ownerLetsGo("Nobody needs the vane.")
  }
}

@MainActor
private final class Vane {
  var heard: [Int] = []

  func follow() {
    _ = wind.sink { self.heard.append($0) }
  }

  deinit { logDeinit(self) }
}

// A stand-in for a publisher and its cancellable, in plain Swift.
@MainActor private let wind = Wind()

@MainActor
private final class Wind {
  private var sinks: [(Int) -> Void] = []

  func sink(_ receive: @escaping (Int) -> Void) -> Handle {
    sinks.append(receive)
    return Handle()
  }

  func blow(_ force: Int) { sinks.forEach { $0(force) } }
}

private struct Handle {}

// ANSWER: still alive
//
// The wind owns the sink, and the sink the vane: this source keeps its
// sinks whether anybody holds a handle or not. Don't count on a dropped
// handle to end a subscription; find out who owns the closure.
