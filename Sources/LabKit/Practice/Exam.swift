/// The part of a leak's file that asks the questions, and so is not the learner's to change: the
/// `@main` type, which makes the objects, watches them, checks that they work and lets go.
struct Exam: Equatable {
  /// A line that says something, and its number in the file, from 1.
  private struct Line {
    var number: Int
    var words: Substring
  }

  private let lines: [Line]

  /// Finds the exam in a file's lines; empty where there is none.
  init(in source: [String]) {
    let begin = source.firstIndex { $0.hasPrefix("@main") } ?? source.endIndex
    let end = source[begin...].firstIndex { $0.hasPrefix("}") } ?? source.endIndex
    lines = source[begin..<end].enumerated().compactMap { offset, text in
      let words = text.drop(while: \.isWhitespace)
      return words.isEmpty || words.hasPrefix("//")
        ? nil : Line(number: begin + offset + 1, words: words.trimmingEnd)
    }
  }

  /// Comments, blank lines and indentation are nobody's concern.
  static func == (left: Self, right: Self) -> Bool {
    left.lines.map(\.words) == right.lines.map(\.words)
  }

  /// The number of the first line here that is not as in `shipped`; nil if only the end is gone.
  func firstChange(from shipped: Exam) -> Int? {
    let same = zip(lines, shipped.lines).prefix { $0.words == $1.words }.count
    return same < lines.count ? lines[same].number : nil
  }
}

extension Substring {
  fileprivate var trimmingEnd: Substring {
    self[..<(lastIndex { !$0.isWhitespace }.map { index(after: $0) } ?? startIndex)]
  }
}
