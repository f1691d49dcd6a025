import Probe

/// A list makes its rows, and each row's tap closure names the list.
///
/// You write it because a tap on a row is the list's business. The list
/// keeps its rows, each row keeps its closure, the closure keeps the list.
///
///     CargoList
///     └─ rows[0]     CargoRow #1
///        └─ onTap       closure #1 in CargoList.load(_:) #1
///           └─ captures    CargoList   ↩ back where it began
///
/// Try: load an empty list. Where did the leak go?
@main
struct Quay: Experiment {
  let expected = Verdict.stillAlive

  func run(_ trial: Trial) {
    let list = CargoList()
    trial.watch(list)
    trial.note("A list of cargo opens the row that is tapped.")
    list.load(["salt", "timber"])
    for (row, name) in zip(list.rows, ["salt", "timber"]) {
      row.onTap()
      trial.check("the tap on \(name) was heard", list.opened == name)
    }
    trial.ownerLetsGo("The ship is unloaded: nobody needs the list now.")
  }
}

@MainActor
final class CargoList {
  private(set) var rows: [CargoRow] = []
  private(set) var opened: String?

  func load(_ cargo: [String]) {
    for name in cargo {
      // LEAK: the list keeps its rows, and each row keeps the list.
      rows.append(CargoRow { self.opened = name })
    }
  }

  deinit {
    logDeinit(self)
  }
}

@MainActor
final class CargoRow {
  let onTap: () -> Void

  init(onTap: @escaping () -> Void) { self.onTap = onTap }
}
