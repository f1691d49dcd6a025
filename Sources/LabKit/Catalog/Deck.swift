/// Cards on one subject, in the order of teaching.
public struct Deck: Hashable, Sendable {
  /// What it is called on the command line: "slow-callback".
  public let name: String
  /// What it is called on the page: "A slow callback".
  public let title: String
  /// Its cards.
  public let cards: [Card]

  /// Makes a deck of the cards with those names.
  init(_ name: String, _ title: String, _ cards: String) {
    self.name = name
    self.title = title
    self.cards = cards.split(whereSeparator: \.isWhitespace).map {
      Card(name: String($0), deck: name)
    }
  }

  /// Its folder's name in Cards/.
  var folder: String { name.camelCase }
}

/// A question, and a tiny program that answers it by running.
public struct Card: Hashable, Sendable, CustomStringConvertible {
  /// Its name, from which its file has its own: "helper-strong".
  public let name: String
  /// The name of its deck.
  let deck: String

  /// Its name.
  public var description: String { name }

  /// Its source, below the package's folder.
  var source: String { "Cards/\(deck.camelCase)/\(name.camelCase).swift" }
}

extension String {
  /// A name with hyphens as a file is named: "SlowCallback" of "slow-callback".
  var camelCase: String {
    split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
