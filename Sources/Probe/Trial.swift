import Foundation

/// One run of an experiment: what it watches, says and checks.
@MainActor
public final class Trial {
  private let watchlist: Watchlist
  private let say: @Sendable (String) -> Void
  private(set) var checks: [Check] = []
  private var sequel: (sentence: String, action: () -> Void)?

  /// Makes a trial.
  ///
  /// - Parameter say: Called with each line of the story, on whatever thread it happens.
  public init(say: @escaping @Sendable (String) -> Void) {
    self.say = say
    watchlist = Watchlist { type in say("  ✓ \(type) deinit") }
  }

  /// Tells the reader one sentence of the story.
  public func note(_ sentence: String) {
    say("  \(sentence)")
  }

  /// Watches an object without keeping it alive.
  ///
  /// - Parameter object: The object that should go away; a value passed as an object makes the
  ///   whole run one that could not tell.
  public func watch(_ object: AnyObject) {
    watchlist.watch(object)
  }

  /// Notes whether the thing works.
  ///
  /// - Parameters:
  ///   - what: What is to be seen, as a clause: "the camera counts".
  ///   - held: Whether it was seen.
  public func check(_ what: String, _ held: Bool) {
    checks.append(Check(what: what, held: held))
    say("  works: \(what)\(held ? "" : "  ✗ no")")
  }

  /// Drives the main run loop until `condition` holds, and notes that as a check.
  ///
  /// A test with an async body should await its own condition instead: see `MainRunLoop`.
  ///
  /// - Parameters:
  ///   - what: What is waited for, as a clause: "the beacon flashed three times".
  ///   - timeout: How long to wait before the check counts as failed.
  ///   - condition: Asked again after each turn of the run loop.
  @available(*, noasync, message: "an async context is not on the main run loop")
  public func spin(
    until what: String, timeout: Duration = .seconds(5), _ condition: () -> Bool
  ) {
    let deadline = ContinuousClock.now + timeout
    while !condition(), .now < deadline { MainRunLoop.turn() }
    check(what, condition())
  }

  /// Tells that the owner lets go: the last line of a run, where its objects are still there.
  ///
  /// A debugger stops best here; the release itself comes as the function returns.
  ///
  /// - Parameter sentence: Who lets go of what, for the reader.
  public func ownerLetsGo(_ sentence: String) {
    note(sentence)
  }

  /// Has something happen after all has come to rest, if an object is still alive then.
  ///
  /// What goes after that is freed late: it was there until this ended what held it.
  ///
  /// - Parameters:
  ///   - sentence: What happens, for the reader.
  ///   - action: Done once; it should name what ends the work, and not the watched objects.
  public func later(_ sentence: String, _ action: @escaping () -> Void) {
    sequel = (sentence, action)
  }

  /// Waits until all has come to rest, and reports.
  func report(
    name: String, expected: Verdict?, settling: Settling, witness: HeapWitness
  ) -> ExperimentReport {
    var report = ExperimentReport(name: name, expected: expected)
    do {
      let released = ContinuousClock.now
      report.subjects = try watchlist.settleOnMainRunLoop(settling, witness)
      if report.subjects.contains(where: \.verdict.isLeak), let sequel {
        note(sequel.sentence)
        sequel.action()
        self.sequel = nil
        let second = try watchlist.settleOnMainRunLoop(settling, witness)
        let seconds = (.now - released) / .seconds(1)
        report.subjects = zip(report.subjects, second).map { $0.followed(by: $1, after: seconds) }
      }
    } catch {
      report.failure = String(describing: error)
    }
    report.checks = checks
    report.deinits = watchlist.deinits
    return report
  }
}
