// QUESTION: The same task, cancelled as the screen is closed; the fetch
// listens to cancellation. What becomes of the screen?

import Probe

struct FetchListens: Card {
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
  private let (answers, sink) = AsyncStream.makeStream(of: String.self)
  private(set) var isAsked = false

  func fetch() async -> String {
    isAsked = true
    for await answer in answers { return answer }
    return "cancelled"  // a stream's loop ends when its task is cancelled
  }

  func answer(_ text: String) { sink.yield(text) }
}

// ANSWER: freed
//
// The task owned the screen, but the cancelled fetch came back at once, and
// the task with it. Somebody has to call cancel, though, and it can't be
// the screen's deinit.
