import Foundation
import Testing

@testable import LabKit

/// What is read of a card's run, and what of it is held against the card.
struct CardRunTests {
  private func text(_ answer: String) throws -> CardText {
    try CardText(
      sample, lines: ["// QUESTION: Is it?", "", "// ANSWER: \(answer)", "//", "// It is."])
  }

  private func child(_ exit: Exit, output: String = "", errors: String = "") -> ChildResult {
    func captured(_ text: String) -> CapturedOutput {
      CapturedOutput(beginning: Data(text.utf8), byteCount: text.utf8.count)
    }
    return ChildResult(exit: exit, output: captured(output), errors: captured(errors))
  }

  @Test func `a crash has its signal, its message without addresses, and its story`() throws {
    let run = try CardRun(
      of: sample,
      child(
        .signal(6),
        errors: """
            The boat is gone.
          m/x.swift:3: Fatal error: object 0x12ab was destroyed
          Current stack trace:
          0  libswiftCore.so  0x1

          """))
    #expect(
      run
        == CardRun(
          ending: .crashes, signal: "SIGABRT",
          message: "m/x.swift:3: Fatal error: object 0x… was destroyed",
          console: [
            "  The boat is gone.", "m/x.swift:3: Fatal error: object 0x12ab was destroyed",
          ],
          findings: ["✗ It crashed: SIGABRT (signal 6)."]))
    #expect(
      try text("crashes: SIGTRAP: Fatal error: no").faults(in: run) == [
        "the card says SIGTRAP, and it was SIGABRT",
        "the message is another: m/x.swift:3: Fatal error: object 0x… was destroyed",
      ])
  }

  @Test func `a report has the objects' endings and the story`() throws {
    let report = reportJSON("sample", "still alive")
    let run = try CardRun(
      of: sample, child(.status(1), output: report, errors: "  It floats.\n"))
    #expect(run.ending == .stillAlive)
    #expect(run.objects == [CardRun.Object(type: "Boat", ending: .stillAlive)])
    #expect(run.console == ["  It floats."])
    #expect(try text("still alive").faults(in: run) == [])
    #expect(try text("freed; Boat still alive").faults(in: run).count == 1)
    #expect(
      try text("freed").faults(in: run) == [
        "the card says freed, and this run says still alive",
        "Boat is still alive, and the card says freed",
      ])
  }

  @Test func `a report whose check failed, or of another card, is no answer`() throws {
    let failed = child(.status(2), output: reportJSON("sample", held: false))
    #expect(
      try text("freed").faults(in: try CardRun(of: sample, failed))
        == ["it was never seen that it floats"])
    #expect(throws: RunFailure.wrongProgram(saysItIs: "other")) {
      try CardRun(of: sample, child(.status(0), output: reportJSON("other")))
    }
    #expect(throws: RunFailure.timedOut(2)) {
      try CardRun(of: sample, child(.timedOut(2)))
    }
  }

  @Test func `the compiler's first error counts, up to the bracketed group`() throws {
    let words = """
      A.swift:1:2: warning: error-prone
      A.swift:10:12: error: call to 'f()' [in] a place [#ActorIsolatedCall]
       8 | let a
      A.swift:11:1: error: another
      """
    let run = try #require(CardRun(compilerSaid: words))
    #expect(run.message == "call to 'f()' [in] a place")
    #expect(try text("does not compile: call to 'f()' [in] a place").faults(in: run) == [])
    #expect(run.console.count == 4)
    #expect(CardRun(compilerSaid: "A.swift:1:2: warning: error-prone") == nil)
  }

  @Test(arguments: Ending.allCases)
  func `a key and the words mean the same`(ending: Ending) {
    #expect(Ending(answer: ending.key.uppercased()) == ending)
    #expect(Ending(answer: ending.rawValue) == ending)
    #expect(Ending(answer: "") == nil)
  }

  @Test func `a seed's order is the same every time, and has every card once`() {
    let order = Deal.shuffled(seed: 7).order(Array(1...9))
    #expect(order == [3, 7, 6, 2, 8, 9, 1, 5, 4])
    #expect(order.sorted() == Array(1...9))
    #expect(Deal.shuffled(seed: 8).order(Array(1...9)) != order)
    #expect(Deal.shuffled(seed: 7).order([Int]()) == [])
    #expect(Deal.asTaught.order([2, 1]) == [2, 1])
  }
}
