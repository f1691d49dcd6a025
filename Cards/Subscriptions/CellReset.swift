// QUESTION: One cell is configured for 200 rows in turn, with one gust
// after each; it is evaluated 200 times. Is the cell freed?

import Probe

struct CellReset: Card {
  func run(_ trial: Trial) {
    let wind = Wind()
    let cell = WindCell()
    trial.watch(cell)
    for row in 1...200 {
      cell.configure(row: row, wind)
      wind.blow()
    }
    trial.check("200 evaluations", cell.evaluations == 200)
    trial.ownerLetsGo("The list is closed.")
  }
}

@MainActor
private final class WindCell {
  var evaluations = 0
  private var handles: [Handle] = []

  func configure(row: Int, _ wind: Wind) {
    handles.removeAll()
    handles.append(wind.sink { [weak self] in self?.evaluations += 1 })
  }

  deinit { logDeinit(self) }
}

// A stand-in for a publisher and its cancellable, in plain Swift.
@MainActor
private final class Wind {
  private var sinks: [Int: () -> Void] = [:]
  private var lastID = 0

  func sink(_ receive: @escaping () -> Void) -> Handle {
    lastID += 1
    let id = lastID
    sinks[id] = receive
    return Handle { self.sinks[id] = nil }
  }

  func blow() { sinks.values.forEach { $0() } }
}

@MainActor
private final class Handle {
  private let cancel: () -> Void

  init(cancel: @escaping () -> Void) { self.cancel = cancel }

  isolated deinit { cancel() }
}

// ANSWER: freed
//
// 200 times: the cell lets go of the handles of the row before, so it owns
// one subscription at a time. Resetting what a row began is the reused
// cell's first duty.
