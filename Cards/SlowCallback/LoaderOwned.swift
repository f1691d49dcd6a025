// QUESTION: Only the screen owns the loader, and the loader's request never
// ends. The screen is closed: what becomes of it?

import Probe

struct LoaderOwned: Card {
  func run(_ trial: Trial) {
    let screen = ArrivalScreen()
    trial.watch(screen)
    screen.load()
    trial.check("the request runs", screen.loader.callers.count == 1)
    trial.ownerLetsGo("The screen is closed. No answer ever comes.")
  }
}

@MainActor
private final class ArrivalScreen {
  let loader = Loader()
  var text = ""

  func load() {
    loader.ask { self.text = $0 }
  }

  deinit { logDeinit(self) }
}

@MainActor
private final class Loader {
  var callers: [(String) -> Void] = []

  func ask(_ caller: @escaping (String) -> Void) { callers.append(caller) }
}

// ANSWER: still alive
//
// The screen owns the loader, the loader the callback of the request that
// never ends, and the callback the screen. A request that did end would
// break this ring; one that hangs makes it a leak.
