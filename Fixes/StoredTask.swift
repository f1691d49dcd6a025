import Probe
import Stage

/// The screen stops its model's endless task as it goes.
///
/// The one who knows when the work is over ends it: the screen began it as
/// it appeared, and stops it as it disappears. The task ends, lets go of
/// the model, and the deinit runs.
///
///     task running closure #1 in TideGauge.start()
///     └─ has ended: the screen cancelled it
///
/// Try: leave the `stop` out of the deinit. Was it ever of use there?
@main
struct Tides: Experiment {
  let expected = Verdict.freed

  func run(_ trial: Trial) {
    let stage = Stage()
    let screen = TideScreen()
    trial.watch(screen.gauge)
    trial.note("A tide gauge reads the water level in a task of its own.")
    stage.show(screen)
    let aim = screen.gauge.readings + 5
    trial.spin(until: "the gauge was read") { screen.gauge.readings >= aim }
    stage.pop()
    trial.ownerLetsGo("The screen is popped: nobody reads the gauge now.")
  }
}

struct TideScreen: Screen {
  @State var gauge = TideGauge()

  var body: String { "\(gauge.readings) readings" }

  func onAppear() {
    gauge.start()
  }

  func onDisappear() {
    // FIX: begun with the screen, ended with the screen.
    gauge.stop()
  }
}

@MainActor
final class TideGauge {
  var readings = 0
  private var work: Task<Void, Never>?

  func start() {
    work = Task {
      while !Task.isCancelled {
        readings += 1
        try? await Task.sleep(for: .milliseconds(5))
      }
    }
  }

  func stop() { work?.cancel() }

  isolated deinit {
    stop()
    logDeinit(self)
  }
}
