/// How long to wait before a verdict is final.
///
/// Time is counted in turns of at least a millisecond each, not in seconds: on a busy machine a
/// turn takes as long as it takes, so a process that gets no processor is not called late.
public struct Settling: Sendable {
  /// How many turns an object may take to go and still count as freed at once.
  ///
  /// A cancelled task or an invalidated `URLSession` has to take its last steps: 3.5 ms and
  /// 16 ms were the longest seen (swift-corelibs-foundation, Swift 6.3.1, Linux).
  public var prompt: Int

  /// After how many turns without a change what is alive counts as still alive.
  ///
  /// With 5 turns none of 1,250 runs of the lab's programs differed, both cores busy with other
  /// things; the default is twenty times that.
  public var grace: Int

  /// Makes a waiting rule.
  ///
  /// - Parameters:
  ///   - prompt: The turns within which an object that goes counts as freed at once.
  ///   - grace: The turns without a change after which an object counts as still alive.
  public init(prompt: Int = 50, grace: Int = 100) {
    self.prompt = prompt
    self.grace = grace
  }
}

/// The course of one settling: fed once a turn with who is alive, it says when to stop.
struct SettlingCourse {
  private let settling: Settling
  private let started: ContinuousClock.Instant
  private var turn = 0
  private var lastChange = 0
  private var gone: [Int: (turn: Int, after: Duration)] = [:]

  init(_ settling: Settling, at start: ContinuousClock.Instant) {
    self.settling = settling
    started = start
  }

  /// Notes who is alive after one more turn, and says whether all has come to rest.
  mutating func hasSettled(alive: [Bool], at now: ContinuousClock.Instant) -> Bool {
    defer { turn += 1 }
    for (index, isAlive) in alive.enumerated() where !isAlive && gone[index] == nil {
      gone[index] = (turn, now - started)
      lastChange = turn
    }
    return gone.count == alive.count || turn - lastChange >= settling.grace
  }

  /// What became of the object at `index`, and how long after the release it went.
  func verdict(of index: Int) -> (Verdict, after: Duration) {
    guard let gone = gone[index] else { return (.stillAlive, .zero) }
    return gone.turn <= settling.prompt ? (.freed, gone.after) : (.freedLate, gone.after)
  }
}
