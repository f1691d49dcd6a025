import Foundation
import Testing

@testable import LabKit

/// Every card run as the lab runs it, held against what it says.
@Suite(.timeLimit(.minutes(5)))
struct CardTests {
  private func text(_ card: Card) throws -> CardText {
    try CardText(card, lines: try BuiltPrograms.installation.lines(card.source))
  }

  private func run(_ card: Card) async throws -> CardRun {
    try await CardRunner(
      installation: BuiltPrograms.installation, children: Children(), timeout: 300
    ).run(try text(card))
  }

  @Test(arguments: Catalog.cards)
  func `a card's run is what the card says`(card: Card) async throws {
    #expect(try text(card).faults(in: try await run(card)) == [])
  }

  @Test func `the program has the catalog's cards, but for those that must not compile`()
    async throws
  {
    let list = try await BuiltPrograms.run("card", ["--list"]).output.text
    let expected = try Catalog.decks.map { deck in
      let cards = try deck.cards.filter { try text($0).ending != .doesNotCompile }
      return ([deck.folder] + cards.map(\.name)).joined(separator: " ") + "\n"
    }
    #expect(list == expected.joined())
  }

  @Test func `a card that the program does not have is wrong usage`() async throws {
    let result = try await BuiltPrograms.run("card", ["helper"])
    #expect(result.exit == .status(64))
    #expect(
      result.errors.text == """
        card: there is no card 'helper'
        Usage: card NAME [--json [--addresses] [--weak]], or card --list

        """)
  }

  @Test func `all five loops of the interview are drawn`() async throws {
    let card = try #require(Catalog.card(named: "all-five-loops"))
    #expect(
      try await run(card).findings
        == """
        ● CartScreen is still alive · retain count 4

          CartScreen
          └─ cart        Cart
             └─ delegate    CartScreen   ↩ back where it began

          CartScreen
          └─ lazy price    closure #1 in CartScreen.price.getter
             └─ captures      CartScreen   ↩ back where it began

          CartScreen
          └─ retry       closure #2 in CartScreen.open()
             └─ captures    CartScreen   ↩ back where it began

          CartScreen
          └─ cart        Cart
             └─ onError     closure #1 in CartScreen.open()
                └─ captures    CartScreen   ↩ back where it began

          All of its owners are in these rings: it is never freed.

        ● Cart is still alive · retain count 2

          Cart
          └─ delegate    CartScreen
             └─ cart        Cart   ↩ back where it began

          Cart
          └─ voucher    Voucher
             └─ cart       Cart   ↩ back where it began

          All of its owners are in these rings: it is never freed.
        """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
  }
}
