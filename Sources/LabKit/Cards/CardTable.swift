import Foundation

/// Where cards are laid out: the quiz and its like, with everything they read, run and print.
struct CardTable: Sendable {
  let installation: Installation
  let console: Console
  let children: Children
  let options: CardOptions

  /// Asked for anew with each output, since a terminal's width may change.
  private var style: TerminalStyle {
    TerminalStyle(of: STDOUT_FILENO, wantsColor: options.color)
  }

  private func text(_ card: Card) throws -> CardText {
    try CardText(card, lines: try installation.lines(card.source))
  }

  private func run(_ text: CardText) async -> Result<CardRun, any Error> {
    let runner = CardRunner(
      installation: installation, children: children, timeout: options.timeout)
    do {
      let run = try await runner.run(text)
      await children.waitIfEnding()
      return .success(run)
    } catch {
      await children.waitIfEnding()
      return .failure(error)
    }
  }

  /// Lists the cards.
  func list() throws -> Int32 {
    let decks = try Catalog.decks.map { (deck: $0, texts: try $0.cards.map(text)) }
    let style = style
    try console.print(CardPage.list(decks, width: style.width), in: style)
    return 0
  }

  /// Shows one card, and what its run shows.
  func show(_ card: Card) async throws -> Int32 {
    let text = try text(card)
    var style = style
    try console.print(
      CardPage.head(card, width: style.width) + CardPage.question(text, width: style.width),
      in: style)
    let run = try await run(text).get()
    style = self.style
    try console.print(CardPage.outcome(run, of: text, width: style.width), in: style)
    return text.faults(in: run).isEmpty ? 0 : 1
  }

  /// Asks about cards until they, or the reader's answers, end.
  func quiz(_ cards: [Card], _ options: QuizOptions) async throws -> Int32 {
    let deal = try deal(options)
    let reader = LineReader()
    var quiz = Quiz(deal.order(try cards.map(text)), waits: reader.isTerminal)
    var reply = quiz.begin(width: style.width)
    while true {
      if !reply.lines.isEmpty { try console.print(reply.lines, in: style) }
      switch reply.step {
      case .listen(let prompt):
        try console.write(prompt)
        let line = await reader.next()
        // A terminal shows what is typed; in a pipe the answer would be missing from the page.
        if line == nil || !reader.isTerminal { try console.print(line ?? "") }
        reply = quiz.hear(line, width: style.width)
      case .run(let text):
        reply = quiz.see(await run(text), width: style.width)
      case .end:
        return quiz.score.exitStatus
      }
    }
  }

  private func deal(_ options: QuizOptions) throws -> Deal {
    guard case .shuffled(let wanted) = options.order else { return .asTaught }
    let seed = wanted ?? UInt64.random(in: 1...9999)
    let deck = options.deck.map { " \($0)" } ?? ""
    try console.print("The order of lab quiz\(deck) --seed \(seed)\n")
    return .shuffled(seed: seed)
  }
}
