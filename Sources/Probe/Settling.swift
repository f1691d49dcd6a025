/// How long to wait before a verdict is final.
///
/// Time is counted in turns of at least a millisecond each, not in seconds: on a busy machine a
/// turn takes as long as it takes, so a process that gets no processor is not called late.
public struct Settling: Sendable {
  /// After how many turns to look into the heap at an object that has not gone.
  ///
  /// Where counting then proves that nothing outside its ring holds it, the verdict is final:
  /// there is nothing to wait for.
  public var look: Int

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
  ///   - look: The turns after which the heap is read for a proof.
  ///   - prompt: The turns within which an object that goes counts as freed at once.
  ///   - grace: The turns without a change after which an object counts as still alive.
  public init(look: Int = 3, prompt: Int = 50, grace: Int = 100) {
    self.look = look
    self.prompt = prompt
    self.grace = grace
  }
}

/// The course of one settling: fed once a turn with who is alive, it says what to do next.
struct SettlingCourse {
  /// What a turn comes to.
  enum Step: Equatable {
    /// Wait for another turn.
    case wait
    /// Look into the heap: if it proves everything that is left a leak, that is the end.
    case look
    /// All has come to rest.
    case end
  }

  private let settling: Settling
  private let started: ContinuousClock.Instant
  private var turn = 0
  private var lastChange = 0
  private var gone: [Int: (turn: Int, after: Duration)] = [:]

  init(_ settling: Settling, at start: ContinuousClock.Instant) {
    self.settling = settling
    started = start
  }

  /// Notes who is alive after one more turn, and says what to do.
  mutating func step(alive: [Bool], at now: ContinuousClock.Instant) -> Step {
    defer { turn += 1 }
    for (index, isAlive) in alive.enumerated() where !isAlive && gone[index] == nil {
      gone[index] = (turn, now - started)
      lastChange = turn
    }
    if gone.count == alive.count || turn - lastChange >= settling.grace { return .end }
    return turn == settling.look ? .look : .wait
  }

  /// What became of the object at `index`, and how long after the release it went.
  func verdict(of index: Int) -> (Verdict, after: Duration) {
    guard let gone = gone[index] else { return (.stillAlive, .zero) }
    return gone.turn <= settling.prompt ? (.freed, gone.after) : (.freedLate, gone.after)
  }
}
