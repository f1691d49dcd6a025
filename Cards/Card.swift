import Probe

/// A question about a tiny program, which the program answers by running.
///
/// A card is a file of this folder: the question above, the program, the answer below. The lab
/// reads question and answer from the file, so that they stand in one place; the program knows
/// neither. What must not compile has no type here: see `exclude` in the manifest.
@MainActor
protocol Card {
  /// Makes the card.
  init()

  /// How long to wait before a verdict is final.
  var settling: Settling { get }

  /// Makes the objects, watches them, sees them work, and returns: that is the owner letting go.
  ///
  /// - Parameter trial: What to watch with.
  /// - Throws: Whatever kept the objects from being made; the run then could not tell.
  func run(_ trial: Trial) throws
}

extension Card {
  /// The usual waiting rule.
  var settling: Settling { Settling() }

  /// The card's name, which is its type's and its file's: "helper-callback" of `HelperCallback`.
  static var name: String {
    String(describing: Self.self).reduce(into: "") { name, letter in
      if letter.isUppercase, !name.isEmpty { name += "-" }
      name += letter.lowercased()
    }
  }

  /// The card as a program of its own.
  static var performance: Performance {
    let card = Self()
    return Performance(
      name: name, settling: card.settling, story: .onStandardError, run: card.run)
  }
}
