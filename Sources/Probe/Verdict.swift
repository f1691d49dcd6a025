/// What became of a watched object after its owner let go.
public enum Verdict: String, Codable, Sendable, CaseIterable {
  /// It was gone as soon as its owner let go.
  ///
  /// "As soon as" leaves room for work that was told to stop and has to take its last step: a
  /// cancelled task still runs to its end. `Settling.prompt` says how much room.
  case freed = "freed"

  /// It was gone, but only when some work that held it had ended.
  case freedLate = "freed late"

  /// It was not gone when everything had come to rest.
  case stillAlive = "still alive"
}
