/// What became of a watched object after its owner let go.
public enum Verdict: String, Codable, Sendable, CaseIterable {
  /// It was gone as soon as its owner let go.
  ///
  /// "As soon as" leaves room for work that was told to stop and has to take its last step: a
  /// cancelled task still runs to its end. `Settling.prompt` says how much room.
  case freed = "freed"

  /// It was gone, but only when some work that held it had ended.
  case freedLate = "freed late"

  /// It was not gone when everything had come to rest, or nothing outside its ring holds it.
  case stillAlive = "still alive"

  /// Its deinit ran, and a strong reference to it is still there: using that is a crash to come.
  case destroyedButReferenced = "destroyed but still referenced"
}

extension Verdict {
  /// Whether memory is lost: the object is still alive, or destroyed and still referenced.
  var isLeak: Bool { self == .stillAlive || self == .destroyedButReferenced }
}
