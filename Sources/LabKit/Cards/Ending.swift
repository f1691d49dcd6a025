import Probe

/// How a card's program ends for what it watches: what a reader is asked.
enum Ending: String, CaseIterable, Sendable {
  case freed = "freed"
  case freedLate = "freed late"
  case stillAlive = "still alive"
  case crashes = "crashes"
  case doesNotCompile = "does not compile"

  /// The key that answers so.
  var key: String {
    switch self {
    case .freed: "f"
    case .freedLate: "l"
    case .stillAlive: "a"
    case .crashes: "c"
    case .doesNotCompile: "n"
    }
  }

  /// The ending that a reader's key or words mean.
  init?(answer: String) {
    let answer = answer.lowercased()
    let found = Self.allCases.first { ending in
      ending.key == answer || ending.rawValue == answer || ending.otherWords.contains(answer)
    }
    guard let found else { return nil }
    self = found
  }

  private var otherWords: [String] {
    switch self {
    case .freed: []
    case .freedLate: ["late"]
    case .stillAlive: ["alive", "leaks"]
    case .crashes: ["crash"]
    case .doesNotCompile: ["no", "doesn't compile"]
    }
  }

  /// What a verdict on one object means for the card.
  init(_ verdict: Verdict) {
    switch verdict {
    case .freed: self = .freed
    case .freedLate: self = .freedLate
    case .stillAlive, .destroyedButReferenced: self = .stillAlive
    }
  }

  /// The ending of a card with several objects: alive if one is, else late if one was.
  static func worst(of endings: [Ending]) -> Ending {
    endings.contains(.stillAlive) ? .stillAlive : endings.contains(.freedLate) ? .freedLate : .freed
  }
}
