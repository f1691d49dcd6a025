import Observation
import Probe

/// A task captures self weakly, and unwraps it for one pass at a time.
///
/// Between two passes, while the task waits, nothing is unwrapped and
/// nothing holds the model. When it goes, its deinit cancels the task.
///
///     task running closure #1 in AnchorWatch.start()
///     └─ weak self    AnchorWatch   does not hold it
///
/// Try: leave out the cancel. The watch is freed; has its task ended?
@main
struct Roads: Experiment {
  let expected = Verdict.freed

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
      for await depth in Observations({ self?.depth }) {
        // FIX: strong from here to the end of one pass.
        guard let self, let depth else { return }
        self.log.append(depth)
      }
    }
  }

  deinit {
    work?.cancel()
    logDeinit(self)
  }
}
