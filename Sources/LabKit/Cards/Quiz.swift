import Foundation

/// A quiz from its first card to its score: told what was heard and what a run showed, it says
/// what to show and what to do next.
///
/// It reads nothing, runs nothing and prints nothing.
struct Quiz: Sendable {
  /// What to do next.
  enum Step: Equatable {
    /// Listen for a line, after a prompt.
    case listen(prompt: String)
    /// Run a card.
    case run(CardText)
    /// It is over.
    case end
  }

  /// What to show, then what to do.
  struct Reply: Equatable {
    var lines: [Line] = []
    var step: Step
  }

  private enum Turn {
    case asking
    case running(Ending)
    case reading
  }

  private static let answerPrompt = "> "
  private static let readingPrompt = "Enter goes on, q ends: "

  private let cards: [CardText]
  /// Whether to wait after each card: on a terminal somebody reads, in a pipe nobody does.
  private let waits: Bool
  private var index = 0
  private var turn = Turn.asking
  private(set) var score = Score()

  init(_ cards: [CardText], waits: Bool) {
    self.cards = cards
    self.waits = waits
  }

  /// Shows the first card.
  func begin(width: Int) -> Reply { ask(width) }

  /// Hears a line, or nil at the end of input.
  mutating func hear(_ line: String?, width: Int) -> Reply {
    guard let line, index < cards.count else { return close(width) }
    let word = line.trimmingCharacters(in: .whitespacesAndNewlines)
    switch (turn, word.lowercased()) {
    case (_, "q"), (_, "quit"): return close(width)
    case (.reading, _): return goOn(width)
    case (_, "s"), (_, "skip"):
      score.skip()
      return goOn(width)
    default:
      guard let answer = Ending(answer: word) else {
        return Reply(
          lines: [Line("That is no answer.")] + CardPage.keys(width: width),
          step: .listen(prompt: Self.answerPrompt))
      }
      turn = .running(answer)
      return Reply(step: .run(cards[index]))
    }
  }

  /// Sees what came of the card that it asked to be run.
  mutating func see(_ result: Result<CardRun, any Error>, width: Int) -> Reply {
    guard case .running(let answer) = turn else { return close(width) }
    let card = cards[index]
    var lines: [Line]
    switch result {
    case .success(let run):
      score.note(card, isRight: answer == run.ending, isAsTold: card.faults(in: run).isEmpty)
      lines = CardPage.outcome(run, of: card, answer: answer, width: width)
    case .failure(let error):
      score.noteFailure()
      lines = [Line()] + "It could not be run: \(error)".wrapped(to: width).map { Line($0, .bad) }
    }
    turn = .reading
    if waits {
      return Reply(lines: lines + [Line()], step: .listen(prompt: Self.readingPrompt))
    }
    var reply = goOn(width)
    reply.lines = lines + reply.lines
    return reply
  }

  private mutating func goOn(_ width: Int) -> Reply {
    index += 1
    turn = .asking
    return index < cards.count ? ask(width) : close(width)
  }

  private func ask(_ width: Int) -> Reply {
    guard index < cards.count else { return Reply(step: .end) }
    let lines =
      (index > 0 ? [Line()] : [])
      + CardPage.head(cards[index].card, "\(index + 1) of \(cards.count)", width: width)
      + CardPage.question(cards[index], width: width)
      + [Line()] + CardPage.keys(width: width)
    return Reply(lines: lines, step: .listen(prompt: Self.answerPrompt))
  }

  private mutating func close(_ width: Int) -> Reply {
    index = cards.count
    return Reply(lines: [Line()] + score.lines(width: width), step: .end)
  }
}
