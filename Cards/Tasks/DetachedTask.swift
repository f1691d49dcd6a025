// QUESTION: A detached task takes a third of a second, then it ends.
// Meanwhile nobody else needs the survey: what becomes of it?

import Probe

struct DetachedTask: Card {
  // Looks at once, and calls everything late that is there at that look.
  let settling = Settling(look: 0, prompt: 0, grace: 2000)

  func run(_ trial: Trial) {
    let survey = Survey()
    trial.watch(survey)
    survey.begin()
    trial.spin(until: "the survey is under way") { survey.isUnderWay }
    trial.ownerLetsGo("Nobody waits for the survey.")
  }
}

@MainActor
private final class Survey {
  var isUnderWay = false

  func begin() {
    Task.detached {
      await self.note()
      try? await Task.sleep(for: .milliseconds(300))
      await self.note()
    }
  }

  func note() { isUnderWay.toggle() }

  deinit { logDeinit(self) }
}

// ANSWER: freed late
//
// The running task holds its closure, and the closure the survey. Detached
// means that it inherits nothing, not that it holds nothing; it ends by
// itself, and then the survey goes.
