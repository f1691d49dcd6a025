/// An order of cards: as taught, or shuffled in a way that its seed repeats.
enum Deal: Equatable, Sendable {
  case asTaught
  case shuffled(seed: UInt64)

  func order<Element>(_ cards: [Element]) -> [Element] {
    guard case .shuffled(let seed) = self else { return cards }
    var random = SplitMix(state: seed)
    var cards = cards
    // Not the library's shuffle: what that does with a generator may change between versions.
    for last in cards.indices.dropFirst().reversed() {
      cards.swapAt(last, Int(random.next() % UInt64(last + 1)))
    }
    return cards
  }
}

/// A generator whose numbers follow from its seed alone (Steele, Lea and Flood's SplitMix64).
private struct SplitMix {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}
