// QUESTION: A task with weak self, unwrapped before it awaits the answer.
// The screen is closed before that comes: what becomes of it?

import Probe

struct UnwrapBeforeAwait: Card {
  func run(_ trial: Trial) {
    let screen = ArrivalScreen()
    trial.watch(screen)
    screen.load()
    trial.spin(until: "the request runs") { office.isAsked }
    trial.later("The office answers.") { office.answer("on time") }
    trial.ownerLetsGo("The screen is closed, before the answer.")
  }
}

@MainActor
private final class ArrivalScreen {
  var text = ""
  var request: Task<Void, Never>?

  func load() {
    request = Task { [weak self] in
      guard let self else { return }
      text = await office.fetch()
    }
  }

  deinit { logDeinit(self) }
}

@MainActor private let office = Office()

@MainActor
private final class Office {
  private var caller: CheckedContinuation<String, Never>?
  var isAsked: Bool { caller != nil }

  func fetch() async -> String {
    await withCheckedContinuation { caller = $0 }
  }

  func answer(_ text: String) { caller?.resume(returning: text) }
}

// ANSWER: freed late
//
// The suspended task owns the screen: what the guard unwrapped is strong
// across the await. Await the answer first and unwrap after it, and the
// screen goes at once.
