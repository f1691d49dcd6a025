// QUESTION: The delegate is a protocol, and the reference is weak, as it
// should be. What comes of it?

protocol WatchDelegate {
  func watchDidEnd()
}

final class Watch {
  weak var delegate: (any WatchDelegate)?

  func end() { delegate?.watchDidEnd() }
}

// ANSWER: does not compile: 'weak' must not be applied to non-class-bound
// 'any WatchDelegate'; consider adding a protocol conformance that has a
// class bound
//
// A struct could be this delegate, and nobody can refer to a value weakly:
// it has no owners to count. `protocol WatchDelegate: AnyObject` says that
// only objects may be.
