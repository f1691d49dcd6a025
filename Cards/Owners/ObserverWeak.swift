// QUESTION: The block is weak, and the deinit, isolated to the main actor,
// takes the token back. Nobody needs the master any more: is it freed?

import Foundation
import Probe

struct ObserverWeak: Card {
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
    ) { [weak self] _ in
      MainActor.assumeIsolated { self?.warnings += 1 }
    }
  }

  isolated deinit {
    if let token { NotificationCenter.default.removeObserver(token) }
    logDeinit(self)
  }
}

// ANSWER: freed
//
// The centre owns the block, and the block only knows the master, who goes.
// The deinit then takes the block off the centre, which would go on calling
// it; it has to be isolated to touch a token that is not Sendable.
