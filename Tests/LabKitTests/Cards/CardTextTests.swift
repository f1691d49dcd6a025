import Foundation
import Testing

@testable import LabKit

/// What a card's file says, and what every card's file has to have.
struct CardTextTests {
  private let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private var installation: Installation { Installation(programs: package, package: package) }

  static let answers: [(answer: String, ending: Ending, rest: [String?])] = [
    ("freed late", .freedLate, [nil, nil, nil]),
    ("still alive; Buoy freed", .stillAlive, ["Buoy freed", nil, nil]),
    ("crashes: SIGABRT: Fatal error: no", .crashes, [nil, "SIGABRT", "Fatal error: no"]),
    ("does not compile: no 'self' [here]", .doesNotCompile, [nil, nil, "no 'self' [here]"]),
  ]

  @Test(arguments: answers)
  func `question, code and answer are read`(
    answer: String, ending: Ending, rest: [String?]
  ) throws {
    let text = try CardText(
      sample,
      lines: [
        "// QUESTION: Is it", "// freed?", "", "import Probe", "", "struct Sample {}", "",
        "// ANSWER: \(answer)", "//", "// It owns", "// nobody.", "",
      ])
    #expect(text.question == "Is it freed?")
    #expect(text.code == ["import Probe", "", "struct Sample {}"])
    #expect(text.ending == ending)
    let exception = text.exceptions.first.map { "\($0.key) \($0.value.rawValue)" }
    #expect([exception, text.signal, text.message] == rest)
    #expect(text.explanation == "It owns nobody.")
  }

  @Test(arguments: [
    ([], "question"), (["// QUESTION: Is it?", "", "let a = 1"], "answer"),
    (["// QUESTION: Is it?", "", "// ANSWER: freed"], "explanation"),
    (["// QUESTION: Is it?", "", "// ANSWER: gone", "//", "// Yes."], "answer that is known"),
  ])
  func `a file that lacks something says what`(lines: [String], what: String) {
    let error = #expect(throws: CardTextError.self) { try CardText(sample, lines: lines) }
    #expect(error?.what == what)
  }

  @Test func `the folders and the manifest have the catalog's cards, and no other`() throws {
    let files = FileManager.default
    for deck in Catalog.decks {
      let found = try files.contentsOfDirectory(
        atPath: package.appendingPathComponent("Cards/\(deck.folder)").path)
      #expect(Set(found) == Set(deck.cards.map { "\($0.name.camelCase).swift" }))
    }
    #expect(Set(Catalog.cards.map(\.name)).count == Catalog.cards.count)
    let manifest = try installation.lines("Package.swift").joined(separator: "\n")
    let excluded = try #require(
      manifest.firstMatch(of: /let cardsThatDoNotCompile = \[([^\]]*)\]/)
    ).1
    let silent = try Catalog.cards.filter { try text($0).ending == .doesNotCompile }
    #expect(
      excluded.matches(of: /"([^"]*)"/).map { "Cards/\($0.1).swift" } == silent.map(\.source))
  }

  private func text(_ card: Card) throws -> CardText {
    try CardText(card, lines: try installation.lines(card.source))
  }

  @Test(arguments: Catalog.cards)
  func `a card fits a page, asks, and explains who owns what`(card: Card) throws {
    let lines = try installation.lines(card.source)
    #expect(lines.filter { $0.count > 76 } == [])
    let text = try text(card)
    #expect(text.code.filter { !$0.isEmpty }.count <= 45)
    #expect(text.question.contains("?"))
    let sentences = text.explanation.matches(of: /[.:;!?](\s|$)/).count
    #expect((2...7).contains(sentences))
    #expect(text.code.contains { $0.hasPrefix("struct \(card.name.camelCase): Card {") })
  }
}

/// A card that is in no folder.
let sample = Card(name: "sample", deck: "closures")
