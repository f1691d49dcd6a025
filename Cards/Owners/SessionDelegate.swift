// QUESTION: The desk keeps a session and is its delegate. No request was
// ever made. Nobody needs the desk any more: is it freed?

import Foundation
import Probe

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct SessionDelegate: Card {
  func run(_ trial: Trial) {
    let desk = ChartDesk()
    trial.watch(desk)
    desk.open()
    trial.check("the desk is the delegate", desk.isDelegate)
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

// ANSWER: still alive
//
// A URLSession owns its delegate until it is invalidated, unlike almost
// every other object with one. The desk owns the session: that is a ring.
