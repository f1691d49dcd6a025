import Testing

@testable import LabKit

/// Whole quizzes as their pages: what is shown, what was typed, what follows.
struct QuizTests {
  private static func text(_ name: String, _ deck: String, _ answer: String) throws -> CardText {
    try CardText(
      Card(name: name, deck: deck),
      lines: [
        "// QUESTION: The \(name) is sold. Is it freed?", "", "let boat = Boat()", "",
        "// launch", "// ANSWER: \(answer)", "//", "// Nobody owns the \(name) but its owner.",
      ])
  }

  private static func cards() throws -> [CardText] {
    [
      try text("yawl", "closures", "freed"), try text("ketch", "closures", "still alive"),
      try text("sloop", "tasks", "freed late"),
    ]
  }

  private struct NotBuilt: Error, CustomStringConvertible {
    let description = "not built"
  }

  private static func run(_ text: CardText) -> Result<CardRun, any Error> {
    if text.card.name == "sloop" { return .failure(NotBuilt()) }
    return .success(
      CardRun(
        ending: text.ending, console: ["  works: the \(text.card.name) sails"],
        findings: [text.ending == .freed ? "✓ Boat was freed." : "● Boat is still alive."]))
  }

  /// Plays a quiz; an input of nil is the end of input, and what is typed is shown in ‹›.
  private func play(
    _ inputs: [String?], waits: Bool = false, width: Int = 80,
    run: (CardText) -> Result<CardRun, any Error> = QuizTests.run
  ) throws -> (page: String, status: Int32) {
    var quiz = Quiz(try Self.cards(), waits: waits)
    var inputs = inputs[...]
    var reply = quiz.begin(width: width)
    var page = ""
    while true {
      page += reply.lines.map { $0.text + "\n" }.joined()
      switch reply.step {
      case .listen(let prompt):
        let input = inputs.popFirst() ?? nil
        page += "\(prompt)‹\(input ?? "end of input")›\n"
        reply = quiz.hear(input, width: width)
      case .run(let text): reply = quiz.see(run(text), width: width)
      case .end: return (page, quiz.score.exitStatus)
      }
    }
  }

  @Test func `a pipe answers, errs, skips and ends`() throws {
    let (page, status) = try play(["f", "what?", "FREED ", "s"])
    #expect(
      page == """
        Closures · 1 of 3 · yawl

         1  let boat = Boat()
         2
         3  // launch

        The yawl is sold. Is it freed?

        f freed · l freed late · a still alive · c crashes · n does not compile
        s skip · q quit
        > ‹f›

          works: the yawl sails

        ✓ Boat was freed.

        Right: freed.
        Nobody owns the yawl but its owner.

        Closures · 2 of 3 · ketch

         1  let boat = Boat()
         2
         3  // launch

        The ketch is sold. Is it freed?

        f freed · l freed late · a still alive · c crashes · n does not compile
        s skip · q quit
        > ‹what?›
        That is no answer.
        f freed · l freed late · a still alive · c crashes · n does not compile
        s skip · q quit
        > ‹FREED ›

          works: the ketch sails

        ● Boat is still alive.

        Not so: still alive, and you said freed.
        Nobody owns the ketch but its owner.

        Tasks · 3 of 3 · sloop

         1  let boat = Boat()
         2
         3  // launch

        The sloop is sold. Is it freed?

        f freed · l freed late · a still alive · c crashes · n does not compile
        s skip · q quit
        > ‹s›

        Score: Closures 1 of 2, 1 skipped.
        Look again:
          lab card ketch

        """)
    #expect(status == 0)
  }

  @Test func `at a terminal of 40 columns each card waits for its reader`() throws {
    let (page, status) = try play(["a", "", "q"], waits: true, width: 40)
    #expect(
      page == """
        Closures · 1 of 3 · yawl

         1  let boat = Boat()
         2
         3  // launch

        The yawl is sold. Is it freed?

        f freed · l freed late · a still alive ·
        c crashes · n does not compile
        s skip · q quit
        > ‹a›

          works: the yawl sails

        ✓ Boat was freed.

        Not so: freed, and you said still alive.
        Nobody owns the yawl but its owner.

        Enter goes on, q ends: ‹›

        Closures · 2 of 3 · ketch

         1  let boat = Boat()
         2
         3  // launch

        The ketch is sold. Is it freed?

        f freed · l freed late · a still alive ·
        c crashes · n does not compile
        s skip · q quit
        > ‹q›

        Score: Closures 0 of 1.
        Look again:
          lab card yawl

        """)
    #expect(status == 0)
  }

  @Test func `the end of input closes, wherever it comes`() throws {
    #expect(try play([nil]).page.hasSuffix("> ‹end of input›\n\nScore: nothing answered.\n"))
    #expect(try play(["f", nil]).page.hasSuffix("\n\nScore: Closures 1 of 1.\n"))
    let (page, status) = try play(["f", nil], waits: true)
    #expect(
      page.hasSuffix("\nEnter goes on, q ends: ‹end of input›\n\nScore: Closures 1 of 1.\n"))
    #expect(status == 0)
  }

  @Test func `what can't be run is told, and counts for nothing`() throws {
    let (page, status) = try play(["s", "s", "l"])
    #expect(
      page.hasSuffix(
        """
        > ‹l›

        It could not be run: not built

        Score: nothing answered, 2 skipped, 1 could not be run.

        """))
    #expect(status == 2)
  }

  @Test func `a run that is not as its card says is believed, and told`() throws {
    let (page, status) = try play(["a", "q"]) { _ in
      .success(CardRun(ending: .stillAlive, console: [], findings: ["● Boat is still alive."]))
    }
    #expect(
      page.contains(
        """
        Right: still alive.
        ✗ the card says freed, and this run says still alive
        """))
    #expect(page.hasSuffix("\nScore: Closures 1 of 1.\n"))
    #expect(status == 1)
  }

  @Test func `long code is broken behind a space, below its own beginning`() {
    let line = SwiftColouring.line("    trial.check(\"it is\", boat.isIn)  // a")
    #expect(line.broken(at: 24).map(\.text) == ["    trial.check(\"it is\",", "boat.isIn)  // a"])
    #expect(
      Line("    " + String(repeating: "x", count: 9)).broken(at: 8).map(\.text)
        == ["    xxxx", "xxxxx"])
    #expect(
      line.spans.filter { $0.tone != .plain }.map(\.text) == ["\"it is\"", "// a"])
  }
}
