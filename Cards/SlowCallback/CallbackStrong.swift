// QUESTION: A request runs, and its callback names self. The screen is
// closed before the answer comes: what becomes of it?

import Probe

struct CallbackStrong: Card {
  func run(_ trial: Trial) {
    let screen = ArrivalScreen()
    trial.watch(screen)
    screen.load()
    trial.check("the request runs", office.callers.count == 1)
    trial.later("The office answers.") { office.answer("on time") }
    trial.ownerLetsGo("The screen is closed, before the answer.")
  }
}

@MainActor
private final class ArrivalScreen {
  var text = ""

  func load() {
    office.ask { self.text = $0 }
  }

  deinit { logDeinit(self) }
}

@MainActor private let office = Office()

@MainActor
private final class Office {
  var callers: [(String) -> Void] = []

  func ask(_ caller: @escaping (String) -> Void) { callers.append(caller) }

  func answer(_ text: String) {
    callers.forEach { $0(text) }
    callers = []
  }
}

// ANSWER: freed late
//
// The office owns the callback while the request runs, and the callback the
// screen. No ring: when the answer has come the office drops the callback,
// and the screen goes. Until then it works for nobody.
