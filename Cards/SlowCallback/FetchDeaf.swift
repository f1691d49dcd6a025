// QUESTION: The same task, cancelled as the screen is closed; the fetch
// does not listen to cancellation. What becomes of the screen?

import Probe

struct FetchDeaf: Card {
  func run(_ trial: Trial) {
    let screen = ArrivalScreen()
    trial.watch(screen)
    screen.load()
    trial.spin(until: "the request runs") { office.isAsked }
    screen.request?.cancel()
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
// Cancelling only sets a flag. The task still waits for an answer, and the
// waiting task owns the screen until it comes.
