import Probe

/// A list makes its rows, and each row's tap closure names it weakly.
///
/// The list keeps its rows; a row can still reach the list while it is
/// there, and does not keep it.
///
///     CargoList
///     └─ rows[0]     CargoRow #1
///        └─ onTap       closure #1 in CargoList.load(_:) #1
///           └─ weak self   CargoList   does not hold it
///
/// Try: keep one row in a variable of `run`. Does it keep the list now?
@main
struct Quay: Experiment {
  let expected = Verdict.freed

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
      // FIX: the list keeps its rows, and a row only knows the list.
      rows.append(CargoRow { [weak self] in self?.opened = name })
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
