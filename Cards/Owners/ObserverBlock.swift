// QUESTION: The harbour master listens to the notification centre, and
// never stops. Nobody needs the master any more: is it freed?

import Foundation
import Probe

struct ObserverBlock: Card {
  func run(_ trial: Trial) {
    let master = HarbourMaster()
    trial.watch(master)
    master.listen()
    NotificationCenter.default.post(name: .gale, object: nil)
    trial.check("the gale was heard", master.warnings == 1)
    trial.ownerLetsGo("Nobody needs the harbour master.")
  }
}

extension Notification.Name {
  fileprivate static let gale = Notification.Name("gale")
}

@MainActor
private final class HarbourMaster {
  var warnings = 0
  private var token: (any NSObjectProtocol)?

  func listen() {
    token = NotificationCenter.default.addObserver(
      forName: .gale, object: nil, queue: nil
    ) { _ in
      MainActor.assumeIsolated { self.warnings += 1 }
    }
  }

  deinit { logDeinit(self) }
}

// ANSWER: still alive
//
// The notification centre owns the block until its token is removed, and
// the block owns the master. The centre lives as long as the program.
