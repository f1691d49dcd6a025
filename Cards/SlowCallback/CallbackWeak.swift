// QUESTION: A request runs, and its callback refers to self weakly. The
// screen is closed before the answer comes: what becomes of it?

import Probe

struct CallbackWeak: Card {
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
    office.ask { [weak self] in self?.text = $0 }
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

// ANSWER: freed
//
// The office still owns the callback, but the callback owns no screen. The
// answer, when it comes, finds nobody, and that is fine.
