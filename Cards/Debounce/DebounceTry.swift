// QUESTION: Each letter typed cancels the search before it, which waits 20
// ms first; yet all five run. Why? And is the field freed once its owner
// lets go?

import Probe

struct DebounceTry: Card {
  func run(_ trial: Trial) {
    let field = SearchField()
    trial.watch(field)
    for text in ["f", "fe", "fer", "ferr", "ferry"] { field.type(text) }
    trial.spin(until: "all five tasks ended") { field.ended == 5 }
    trial.check("all five searches ran", field.searches.count == 5)
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
      try? await Task.sleep(for: .milliseconds(20))
      self?.searches.append(text)
    }
  }

  deinit { logDeinit(self) }
}

// ANSWER: freed
//
// A cancelled sleep ends at once and throws, and `try?` throws
// that away: each cancelled task goes on to its search, only sooner. The
// tasks own no field, which is freed; it is the searches that are too many.
