// QUESTION: The desk keeps a session and is its delegate; the session is
// invalidated at the end. Is the desk freed?

import Foundation
import Probe

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct SessionInvalidated: Card {
  func run(_ trial: Trial) {
    let desk = ChartDesk()
    trial.watch(desk)
    desk.open()
    trial.check("the desk is the delegate", desk.isDelegate)
    desk.close()
    trial.ownerLetsGo("Nobody needs the chart desk.")
  }
}

@MainActor
private final class ChartDesk: NSObject, URLSessionDelegate {
  private var session: URLSession?

  func open() {
    session = URLSession(
      configuration: .ephemeral, delegate: self, delegateQueue: .main)
  }

  var isDelegate: Bool { session?.delegate === self }

  func close() { session?.invalidateAndCancel() }

  deinit { logDeinit(self) }
}

// ANSWER: freed
//
// An invalidated session lets go of its delegate, after its queue has told
// the delegate so: that takes a moment, and no deinit can ask for it, since
// until then the session owns the desk.
