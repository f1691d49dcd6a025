// QUESTION: A session owns its delegate, so the desk puts a proxy there
// that knows the desk weakly. Nobody needs the desk any more: are desk and
// proxy freed?

import Foundation
import Probe

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct SessionProxy: Card {
  func run(_ trial: Trial) {
    let desk = TideDesk()
    trial.watch(desk)
    trial.watch(desk.proxy)
    desk.open()
    trial.check("the proxy is there", desk.session?.delegate != nil)
    trial.check("and knows the desk", desk.proxy.desk === desk)
    trial.ownerLetsGo("Nobody needs the tide desk.")
  }
}

@MainActor
private final class TideDesk {
  let proxy = Proxy()
  var session: URLSession?

  func open() {
    proxy.desk = self
    session = URLSession(
      configuration: .ephemeral, delegate: proxy, delegateQueue: .main)
  }

  isolated deinit {
    session?.finishTasksAndInvalidate()
    logDeinit(self)
  }
}

@MainActor
private final class Proxy: NSObject, URLSessionDelegate {
  weak var desk: TideDesk?

  deinit { logDeinit(self) }
}

// ANSWER: freed
//
// The session owns the proxy, and the proxy owns nobody, so the desk goes
// and its deinit can invalidate the session. Only then does the session let
// go of the proxy.
