import HeapGraph

/// What holds one object, or several that are held alike, for people.
struct HoldersText {
  let holders: Holders
  let count: Int
  let showsAddresses: Bool
  let width: Int

  init(_ holders: Holders, count: Int = 1, showsAddresses: Bool = false, width: Int) {
    self.holders = holders
    self.count = count
    self.showsAddresses = showsAddresses
    self.width = width
  }

  /// What became of the object, the chains to it, and what follows from them.
  var lines: [Line] {
    let drawing = ChainDrawing(showsAddresses: showsAddresses, width: width - 2)
      .lines(for: holders)
    let times = count == 1 ? "" : "× \(LeaksText.number(count))  "
    let head = "● \(times)\(drawing.first ?? "")".wrapped(to: width).map { Line($0, .alive) }
    return head + drawing.dropFirst().flatMap(fitting).map { Line($0) }
  }

  /// A sentence in as many lines as it takes; a chain's lines as they are drawn.
  private func fitting(_ line: String) -> [String] {
    let isSentence = line.hasPrefix("  ") && !line.hasPrefix("   ") && !line.contains("└─")
    guard isSentence, line.count > width else { return [line] }
    return line.wrapped(to: width - 2).map { "  " + $0 }
  }
}
