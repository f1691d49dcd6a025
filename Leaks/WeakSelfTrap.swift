import Observation
import Probe

/// A task captures self weakly, and unwraps it once above an endless loop.
///
/// You write it because `[weak self]` and `guard let self` belong together.
/// But what is unwrapped is strong until its scope ends, and the scope of
/// this one is the loop: the weak capture was for nothing.
///
///     task running closure #1 in AnchorWatch.start()
///     └─ a local variable    AnchorWatch   (a guess)
///        └─ work                Task   ↩ back where it began
///
/// Try: drop the last reference before the task has begun. Freed? A task
/// that finds self gone never gets to its loop, and proves nothing.
@main
struct Roads: Experiment {
  let expected = Verdict.stillAlive

  func run(_ trial: Trial) {
    let watch = AnchorWatch()
    trial.watch(watch)
    trial.note("An anchor watch writes down each depth it is told.")
    watch.start()
    trial.check("the page is empty at first", watch.log.isEmpty)
    trial.spin(until: "it wrote the first depth") { watch.log == [12] }
    watch.depth = 9
    trial.spin(until: "it wrote the next one") { watch.log == [12, 9] }
    watch.depth = 7
    trial.spin(until: "and the one after") { watch.log == [12, 9, 7] }
    trial.ownerLetsGo("The anchor is up: nobody needs the watch now.")
  }
}

@MainActor
@Observable
final class AnchorWatch {
  var depth = 12
  @ObservationIgnored private(set) var log: [Int] = []
  @ObservationIgnored private var work: Task<Void, Never>?

  func start() {
    work = Task { [weak self] in
      // LEAK: strong from here to the end of the loop, which has none.
      guard let self else { return }
      for await depth in Observations({ self.depth }) {
        self.log.append(depth)
      }
    }
  }

  deinit {
    work?.cancel()
    logDeinit(self)
  }
}
