import Foundation
import Probe

/// Runs one card in this process: `card NAME` with an experiment's arguments, or lists
/// them all.
@main
struct Main {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if Array(arguments) == ["--list"] {
      for deck in Decks.all {
        print(([deck.name] + deck.cards.map { $0.name }).joined(separator: " "))
      }
      exit(0)
    }
    let cards = Decks.all.flatMap(\.cards)
    guard let name = arguments.first, let card = cards.first(where: { $0.name == name }) else {
      let what = arguments.first.map { "there is no card '\($0)'" } ?? "which card?"
      FileHandle.standardError.write(
        Data("card: \(what)\nUsage: card NAME \(Performance.usage), or card --list\n".utf8))
      exit(64)
    }
    card.performance.main(arguments: Array(arguments.dropFirst()))
  }
}
