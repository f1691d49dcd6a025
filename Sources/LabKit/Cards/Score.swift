/// What was answered, deck by deck.
struct Score: Equatable, Sendable {
  private var right: [String: Int] = [:]
  private var asked: [String: Int] = [:]
  private var wrong: [Card] = []
  private var skipped = 0
  private var failures = 0
  private var differing = 0

  mutating func note(_ card: CardText, isRight: Bool, isAsTold: Bool) {
    asked[card.card.deck, default: 0] += 1
    right[card.card.deck, default: 0] += isRight ? 1 : 0
    if !isRight { wrong.append(card.card) }
    if !isAsTold { differing += 1 }
  }

  mutating func skip() { skipped += 1 }
  mutating func noteFailure() { failures += 1 }

  /// 0 if every run was as its card says, 1 if one was not, 2 if one could not be run.
  var exitStatus: Int32 { failures > 0 ? 2 : differing > 0 ? 1 : 0 }

  /// The closing lines: the score by deck, and the cards to look at again.
  func lines(width: Int) -> [Line] {
    var parts = Catalog.decks.compactMap { deck in
      asked[deck.name].map { "\(deck.title) \(right[deck.name, default: 0]) of \($0)" }
    }
    if parts.isEmpty { parts = ["nothing answered"] }
    if skipped > 0 { parts.append("\(skipped) skipped") }
    if failures > 0 { parts.append("\(failures) could not be run") }
    var lines = "Score: \(parts.joined(separator: ", ")).".wrapped(to: width).map {
      Line($0, .strong)
    }
    if !wrong.isEmpty {
      lines.append("Look again:")
      lines += wrong.map { "  lab card \($0)" }.map { Line($0) }
    }
    return lines
  }
}
