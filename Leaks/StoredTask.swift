import Probe
import Stage

/// A model keeps an endless task, and means to cancel it in its deinit.
///
/// You write it because the deinit is where things are cleaned up. But the
/// task holds the model as long as it runs, so the deinit waits for the
/// task, and the task waits for the deinit.
///
///     task running closure #1 in TideGauge.start()
///     └─ captures    TideGauge
///        └─ work        Task   ↩ back where it began
///
/// Try: write `[weak self]` on the task. Why is that not enough by itself?
@main
struct Tides: Experiment {
  let expected = Verdict.stillAlive

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
    // LEAK: begun here and ended nowhere: `stop` waits in the deinit.
    gauge.start()
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
