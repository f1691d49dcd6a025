/// A leak beside its fix, changed lines marked.
///
/// Side by side where two columns fit without breaking a line; else one below the other, as
/// `diff -u` does it.
struct PairDiff {
  let pair: Pair
  let leak: [String]
  let fix: [String]
  let width: Int

  private static let divider = " │ "

  var lines: [Line] {
    let rows = LineDiff.rows(from: leak.droppingLastEmpty, to: fix.droppingLastEmpty)
    let longest = (leak + fix).map(\.count).max() ?? 0
    let column = longest + 2
    return 2 * column + Self.divider.count <= width
      ? sideBySide(rows, column: column) : oneBelowTheOther(rows)
  }

  private func sideBySide(_ rows: [LineDiff.Row], column: Int) -> [Line] {
    func row(_ left: Line, _ right: Line) -> Line {
      left.padded(to: column) + Line(Self.divider, .quiet) + right
    }
    var lines = [
      row(Line("  Leaks/\(pair.fileName)", .strong), Line("  Fixes/\(pair.fileName)", .strong))
    ]
    var removed: [String] = []
    var added: [String] = []
    func flush() {
      for index in 0..<max(removed.count, added.count) {
        let left = removed.indices.contains(index) ? Line("- " + removed[index], .bad) : ""
        let right = added.indices.contains(index) ? Line("+ " + added[index], .good) : ""
        lines.append(row(left, right))
      }
      removed = []
      added = []
    }
    for change in rows {
      switch change {
      case .removed(let text): removed.append(text)
      case .added(let text): added.append(text)
      case .both(let text):
        flush()
        lines.append(row(Line("  " + text), Line("  " + text)))
      }
    }
    flush()
    return lines.map(\.trimmed)
  }

  private func oneBelowTheOther(_ rows: [LineDiff.Row]) -> [Line] {
    [Line("- Leaks/\(pair.fileName)", .bad), Line("+ Fixes/\(pair.fileName)", .good), ""]
      + rows.flatMap { change -> [Line] in
        switch change {
        case .both(let text): broken(text, mark: " ", .plain)
        case .removed(let text): broken(text, mark: "-", .bad)
        case .added(let text): broken(text, mark: "+", .good)
        }
      }
  }

  /// A line of code in pieces that fit, each with its mark; a piece that goes on shows it.
  private func broken(_ text: String, mark: String, _ tone: Line.Tone) -> [Line] {
    let piece = max(1, width - 2)
    guard text.count > piece else { return [Line("\(mark) \(text)", tone).trimmed] }
    var rest = text[...]
    var lines: [Line] = []
    while !rest.isEmpty {
      lines.append(Line("\(mark)\(lines.isEmpty ? " " : "↪")\(rest.prefix(piece))", tone))
      rest = rest.dropFirst(piece)
    }
    return lines
  }
}

extension [String] {
  /// Without the empty line after a text's last newline.
  fileprivate var droppingLastEmpty: [String] { last == "" ? Array(dropLast()) : self }
}

extension Line {
  /// Without spaces at its end.
  fileprivate var trimmed: Line {
    guard let last = spans.last, last.text.hasSuffix(" ") || last.text.isEmpty else { return self }
    let text = last.text.replacing(/\ +$/, with: "")
    let rest = Line(spans: Array(spans.dropLast()))
    return text.isEmpty ? rest.trimmed : rest + Line(text, last.tone)
  }
}
