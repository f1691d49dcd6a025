/// A card as its file tells it: the question, the program, the answer.
///
/// The question is the comment at the file's beginning, marked `QUESTION:`; the answer the one at
/// its end, marked `ANSWER:`. The answer's first paragraph is the ending, with what else belongs to
/// it; the second is the explanation:
///
/// ```
/// // ANSWER: still alive; CartScreen freed
/// // ANSWER: crashes: SIGABRT: Fatal error: …
/// // ANSWER: does not compile: the compiler's message
/// ```
struct CardText: Equatable, Sendable {
  let card: Card
  let question: String
  let code: [String]
  let ending: Ending
  /// The objects whose verdict is another, by their types' names.
  var exceptions: [String: Ending] = [:]
  /// The name of the signal that ends a card that crashes.
  var signal: String?
  /// What the runtime, or the compiler, says.
  var message: String?
  let explanation: String

  /// Reads a card's file.
  ///
  /// - Throws: `CardTextError` with what the file lacks.
  init(_ card: Card, lines: [String]) throws(CardTextError) {
    self.card = card
    func lacks(_ what: String) -> CardTextError { CardTextError(source: card.source, what: what) }
    guard let end = lines.firstIndex(where: { $0.isEmpty }),
      let question = Self.paragraph(lines[..<end]).suffix(after: "QUESTION: ")
    else { throw lacks("question") }
    guard let start = lines.lastIndex(where: { $0.hasPrefix("// ANSWER: ") }) else {
      throw lacks("answer")
    }
    let paragraphs = lines[start...].filter { !$0.isEmpty }
      .split { $0 == "//" }.map(Self.paragraph)
    guard paragraphs.count == 2, let answer = paragraphs[0].suffix(after: "ANSWER: ") else {
      throw lacks("explanation")
    }
    self.question = question
    code = Self.withoutEmptyEnds(lines[end..<start])
    explanation = paragraphs[1]

    if let message = answer.suffix(after: "does not compile: ") {
      ending = .doesNotCompile
      self.message = message
    } else if let words = answer.suffix(after: "crashes: "), let colon = words.firstRange(of: ": ")
    {
      ending = .crashes
      signal = String(words[..<colon.lowerBound])
      message = String(words[colon.upperBound...])
    } else {
      let parts = answer.split(separator: "; ").map(String.init)
      guard let ending = Ending(rawValue: parts[0]) else { throw lacks("answer that is known") }
      self.ending = ending
      for part in parts.dropFirst() {
        let words = part.split(separator: " ", maxSplits: 1).map(String.init)
        guard words.count == 2, let exception = Ending(rawValue: words[1]) else {
          throw lacks("answer that is known")
        }
        exceptions[words[0]] = exception
      }
    }
  }

  /// A comment's lines as one line.
  private static func paragraph(_ lines: ArraySlice<String>) -> String {
    lines.map { $0.trimmingPrefix("//").trimmingPrefix(" ") }.joined(separator: " ")
  }

  private static func withoutEmptyEnds(_ lines: ArraySlice<String>) -> [String] {
    let rest = lines.drop { $0.isEmpty }
    let end = rest.lastIndex { !$0.isEmpty }.map { $0 + 1 } ?? rest.startIndex
    return Array(rest[..<end])
  }

  /// Where a run is not what the card says; each sentence tells one thing.
  func faults(in run: CardRun) -> [String] {
    var faults: [String] = []
    if run.ending != ending {
      faults.append("the card says \(ending.rawValue), and this run says \(run.ending.rawValue)")
    }
    for object in run.objects {
      let expected = exceptions[object.type] ?? ending
      if object.ending != expected {
        faults.append(
          "\(object.type) is \(object.ending.rawValue), and the card says \(expected.rawValue)")
      }
    }
    if let signal, run.signal != signal {
      faults.append("the card says \(signal), and it was \(run.signal ?? "no signal")")
    }
    if let message, run.message != message {
      faults.append("the message is another: \(run.message ?? "there is none")")
    }
    return faults + run.faults
  }
}

extension String {
  /// What stands after a beginning, or nil if this begins otherwise.
  func suffix(after beginning: String) -> String? {
    hasPrefix(beginning) ? String(dropFirst(beginning.count)) : nil
  }
}
