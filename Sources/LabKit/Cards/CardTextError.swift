/// What a card's file lacks.
struct CardTextError: Error, Equatable, CustomStringConvertible {
  let source: String
  let what: String

  var description: String { "\(source) has no \(what). 'git checkout' brings it back." }
}
