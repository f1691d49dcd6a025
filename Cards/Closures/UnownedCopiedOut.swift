// QUESTION: The chart's own closure refers to it unowned, so there is no
// ring. The closure is copied out, the chart goes, and the copy is called.
// What happens?

import Probe

struct UnownedCopiedOut: Card {
  func run(_ trial: Trial) {
    let title = titleOfAChart(trial)
    trial.ownerLetsGo("The chart is gone. Its closure is called.")
    trial.note(title())
  }

  private func titleOfAChart(_ trial: Trial) -> () -> String {
    let chart = Chart()
    trial.watch(chart)
    trial.check("the title is known", chart.title() == "Skerries")
    return chart.title
  }
}

@MainActor
private final class Chart {
  let name = "Skerries"
  lazy var title: () -> String = { [unowned self] in self.name }

  deinit { logDeinit(self) }
}

// ANSWER: crashes: SIGABRT: Fatal error: Attempted to read an unowned
// reference but object 0x… was already destroyed
//
// Unowned is a promise that the object outlives the closure. While the
// chart owned the closure that held; a copy has an owner of its own, and
// outlives the chart. Weak, with an answer for nil, would have asked first.
