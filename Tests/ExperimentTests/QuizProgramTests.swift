import Foundation
import Testing

@testable import LabKit

/// The quiz as people hold it: through a pipe, and at a terminal.
@Suite(.timeLimit(.minutes(5)))
struct QuizProgramTests {
  private static let question = "s skip · q quit\u{1B}[0m\n> "
  private static let goOn = "Enter goes on, q ends: "

  private func lab(in folder: URL = BuiltPrograms.folder, _ words: String...) -> [String] {
    [
      "/usr/bin/env", "-u", "COLUMNS", "-u", "NO_COLOR", "TERM=xterm",
      folder.appendingPathComponent("lab").path,
    ] + words
  }

  @Test func `a pipe answers one a line, and its end closes`() async throws {
    let result = try await BuiltPrograms.shell(
      "printf 'f\\r\\nperhaps\\nf\\n' | \"$LAB\" quiz debounce")
    #expect(result.exit == .status(0))
    #expect(result.errors.text == "")
    let page = result.output.text
    #expect(page.contains("> f\n\n  works: all five tasks ended\n  works: all five searches ran\n"))
    #expect(page.contains("> perhaps\nThat is no answer.\n"))
    #expect(page.hasSuffix("\n\nScore: Debounce 2 of 2.\n"))
    #expect(!page.contains("\u{1B}") && !page.contains("Enter"))
    let closed = try await BuiltPrograms.shell("echo n | \"$LAB\" quiz closures --seed 5")
    #expect(closed.output.text.hasPrefix("The order of lab quiz closures --seed 5\n\n"))
    #expect(closed.output.text.contains(/\n> \n\nScore: Closures \d of 1\.\n/))
  }

  @Test(arguments: ["NO_COLOR=1", "TERM=dumb", "COLUMNS=40"])
  func `a poor terminal gets plain text that fits`(setting: String) async throws {
    let result = try await BuiltPrograms.shell("echo s | \(setting) \"$LAB\" quiz references")
    #expect(!result.output.text.contains("\u{1B}"))
    if setting == "COLUMNS=40" {
      let lines = result.output.text.split(separator: "\n")
      #expect(lines.filter { $0.count > 40 } == [])
    }
  }

  @Test func `one card shows its code, its run and its answer`() async throws {
    let card = try await BuiltPrograms.run("lab", ["card", "method-as-value"])
    #expect(card.exit == .status(0))
    let page = card.output.text
    #expect(page.hasPrefix("Closures · method-as-value\n\n  1  import Probe\n"))
    #expect(page.contains("     └─ onRing      "))
    #expect(page.contains("\nAnswer: still alive.\n"))
    let list = try await BuiltPrograms.run("lab", ["cards"]).output.text
    #expect(Catalog.cards.allSatisfy { list.contains("  \($0.name)\n") })
  }

  @Test func `at a terminal keys answer, the window may change, and Ctrl-D ends`() async throws {
    let terminal = try Terminal(lab("quiz", "debounce"))
    let first = try #require(await terminal.wait(for: Self.question))
    #expect(first.contains("\u{1B}[1mDebounce · 1 of 2 · debounce-try\u{1B}[0m"))
    terminal.type("f\n")
    #expect(await terminal.wait(for: "Right: freed.") != nil)
    #expect(await terminal.wait(for: Self.goOn) != nil)
    terminal.resize(columns: 40)
    terminal.type("\n")
    let second = try #require(await terminal.wait(for: "q quit"))
    #expect(second.contains("2 of 2 · debounce-catch"))
    #expect(second.contains("a still alive ·\u{1B}[0m\n"))
    terminal.type("\u{4}")
    let (exit, shown) = await terminal.end()
    #expect(exit == .status(0))
    #expect(shown.contains("Score: Debounce 1 of 1."))
  }

  @Test func `Ctrl-C while a card runs ends quiz and card`() async throws {
    let hang = "echo $$ > \"$0.pid\"; trap '' INT TERM HUP; while :; do sleep 0.05; done"
    try await BuiltPrograms.withCopies(of: ["lab": "lab"], scripts: ["card": hang]) { folder in
      func pid() -> pid_t? {
        (try? String(contentsOf: folder.appendingPathComponent("card.pid"), encoding: .utf8))
          .flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
      }
      let terminal = try Terminal(lab(in: folder, "quiz", "debounce", "--timeout", "600"))
      #expect(await terminal.wait(for: "q quit") != nil)
      terminal.type("a\n")
      #expect(await eventually { pid() != nil })
      let card = try #require(pid())
      terminal.type("\u{3}")
      let (exit, shown) = await terminal.end()
      #expect(exit == .signal(SIGINT))
      #expect(!shown.contains("Score"))
      #expect(await eventually { kill(card, 0) == -1 && errno == ESRCH })
    }
  }
}
