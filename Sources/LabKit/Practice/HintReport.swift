/// One hint as a person reads it.
struct HintReport {
  let pair: Pair
  let hints: Hints
  /// Which one, from 0.
  let index: Int
  /// The learner's file, as it is now.
  let source: [String]
  let width: Int

  var lines: [Line] {
    [Line("\(pair.name), hint \(index + 1) of 3", .strong)]
      + words.wrapped(to: width).map { Line($0) }
      + spot
      + (index < 2
        ? [Line("Another one: swift run lab hint \(pair.name)", .quiet)]
        : [Line("That was the last. The mended program: swift run lab diff \(pair.name)", .quiet)])
  }

  private var words: String { [hints.question, hints.direction, hints.change][index] }

  /// The very line, where its mark still stands.
  private var spot: [Line] {
    guard index == 2 else { return [] }
    let walk = DebugWalk(file: pair.fileName, lines: source)
    guard let stop = walk.stops.first(where: { $0.place == .leakIsMade }) else { return [] }
    return [
      Line("  Leaks/\(pair.fileName):\(stop.line): ", .quiet)
        + Line(source[stop.line - 1].trimmingPrefix(while: \.isWhitespace).description, .alive)
    ]
  }
}
