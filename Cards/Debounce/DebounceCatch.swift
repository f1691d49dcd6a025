// QUESTION: Each letter typed cancels the search before it, which waits 20
// ms first, and only the last runs. Is the field freed once its owner lets
// go?

import Probe

struct DebounceCatch: Card {
  func run(_ trial: Trial) {
    let field = SearchField()
    trial.watch(field)
    for text in ["f", "fe", "fer", "ferr", "ferry"] { field.type(text) }
    trial.spin(until: "all five tasks ended") { field.ended == 5 }
    trial.check("only the last search ran", field.searches == ["ferry"])
    trial.ownerLetsGo("The search is closed.")
  }
}

@MainActor
private final class SearchField {
  var searches: [String] = []
  var ended = 0
  private var pending: Task<Void, Never>?

  func type(_ text: String) {
    pending?.cancel()
    pending = Task { [weak self] in
      defer { self?.ended += 1 }
      do {
        try await Task.sleep(for: .milliseconds(20))
      } catch {
        return
      }
      self?.searches.append(text)
    }
  }

  deinit { logDeinit(self) }
}

// ANSWER: freed
//
// A cancelled sleep throws, and the task that catches it leaves before
// it searches. The tasks own no field, so it goes when its owner does.
