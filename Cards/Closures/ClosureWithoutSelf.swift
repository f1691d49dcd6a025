// QUESTION: The closure says `knots`, and `self` stands nowhere. What comes
// of it?

@MainActor
final class Log {
  var knots = 0
  var onReading: ((Int) -> Void)?

  func stream() {
    onReading = { knots = $0 }
  }
}

// ANSWER: does not compile: reference to property 'knots' in closure
// requires explicit use of 'self' to make capture semantics explicit
//
// The closure would outlive the call and own the log, so the compiler has
// you write `self` where that happens. It asks you to say it; whether it
// makes a ring you have to see for yourself.
