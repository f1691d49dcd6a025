/// A card as lines: its code and question, and what came of its run.
enum CardPage {
  /// The keys that answer a question.
  static func keys(width: Int) -> [Line] {
    let answers = Ending.allCases.map { "\($0.key) \($0.rawValue)" }.joined(separator: " · ")
    return [answers, "s skip · q quit"].flatMap { $0.wrapped(to: width) }.map { Line($0, .quiet) }
  }

  /// The card's place and name.
  static func head(_ card: Card, _ place: String? = nil, width: Int) -> [Line] {
    let deck = Catalog.deck(named: card.deck)?.title ?? card.deck
    let text = ([deck] + (place.map { [$0] } ?? []) + [card.name]).joined(separator: " · ")
    return text.wrapped(to: width).map { Line($0, .strong) } + [Line()]
  }

  /// The code with numbered lines, and the question below.
  static func question(_ text: CardText, width: Int) -> [Line] {
    code(text.code, width: width) + [Line()]
      + text.question.wrapped(to: width).map { Line($0, .strong) }
  }

  private static func code(_ lines: [String], width: Int) -> [Line] {
    let gutter = String(lines.count).count + 3
    return lines.enumerated().flatMap { index, line -> [Line] in
      let number = String(index + 1)
      let margin = String(repeating: " ", count: gutter - 2 - number.count) + number + "  "
      let parts = SwiftColouring.line(line).broken(at: max(width - gutter, 8))
      return parts.enumerated().map { part, line in
        line.width == 0
          ? Line(String(margin.dropLast(2)), .quiet)
          : Line(part == 0 ? margin : String(repeating: " ", count: gutter), .quiet) + line
      }
    }
  }

  /// What came of a run: its console, what was found, and the explanation.
  ///
  /// The answer is the reader's; nil where nobody was asked.
  static func outcome(
    _ run: CardRun, of text: CardText, answer: Ending? = nil, width: Int
  ) -> [Line] {
    var lines = [Line()] + run.console.map { Line($0) } + [Line()]
    lines += run.findings.map { Line($0, tone(of: $0)) }
    lines.append(Line())
    lines += verdict(run, answer).flatMap { sentence, tone in
      sentence.wrapped(to: width).map { Line($0, tone) }
    }
    lines += text.faults(in: run).flatMap { fault in
      "✗ \(fault)".wrapped(to: width).map { Line($0, .bad) }
    }
    return lines + text.explanation.wrapped(to: width).map { Line($0) }
  }

  private static func verdict(_ run: CardRun, _ answer: Ending?) -> [(String, Line.Tone)] {
    let ending = run.ending.rawValue
    guard let answer else { return [("Answer: \(ending).", .strong)] }
    if answer == run.ending { return [("Right: \(ending).", .good)] }
    return [("Not so: \(ending), and you said \(answer.rawValue).", .bad)]
  }

  private static func tone(of finding: String) -> Line.Tone {
    switch finding.first {
    case "✓", "◐": .good
    case "●": .alive
    case "✗", "?": .bad
    default: .plain
    }
  }

  /// The cards, deck by deck, each with its question.
  static func list(_ decks: [(deck: Deck, texts: [CardText])], width: Int) -> [Line] {
    var lines: [Line] = []
    for (deck, texts) in decks {
      lines += "\(deck.title) · lab quiz \(deck.name)".wrapped(to: width).map { Line($0, .strong) }
      for text in texts {
        lines.append(Line("  \(text.card.name)"))
        lines += text.question.wrapped(to: width - 4).map { Line("    \($0)", .quiet) }
      }
      lines.append(Line())
    }
    let count = decks.reduce(0) { $0 + $1.texts.count }
    return lines
      + "\(count) cards. Each is a program: lab card NAME runs it, and shows what it shows."
      .wrapped(to: width).map { Line($0) }
  }
}
