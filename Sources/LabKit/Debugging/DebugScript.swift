/// The words with which lldb is started on a walk.
struct DebugScript {
  let walk: DebugWalk

  /// Retain counts are asked for by the standard library's own function, since lldb's
  /// `language swift refcount` keeps what it was asked about: after it a fix never frees
  /// (lldb of Swift 6.3.1; a test notices if that changes).
  static func retainCount(of expression: String) -> String {
    "expression -- _getRetainCount(\(expression))"
  }

  /// For a person at the keyboard: stops at each place, and waits there.
  func interactive(_ program: String) -> [String] {
    arguments(program, looks: { _ in [] })
  }

  /// Without one: at each place says where it is and what it sees, and goes on.
  func unattended(_ program: String) -> [String] {
    ["--batch", "--no-use-colors"] + arguments(program, looks: look, "--auto-continue true")
  }

  /// What to look at in a place; the first command tells where it is.
  private func look(at stop: DebugWalk.Stop) -> [String] {
    switch stop.place {
    case _ where stop.isDeclaration:  // nothing of the object is there yet
      ["frame info", "bt 3"]
    case .leakIsMade, .leakIsMended:
      ["frame info", "frame variable", "bt 3"]
    case .ownerLetsGo:
      ["frame info"]
        + walk.watched.flatMap { expression in
          let variable = expression.prefix { $0 != "." }
          return ["frame variable \(variable)", Self.retainCount(of: expression)]
        }
    case .deinitRuns:
      ["frame info", "bt 5"]
    }
  }

  private func arguments(
    _ program: String, looks: (DebugWalk.Stop) -> [String], _ options: String...
  ) -> [String] {
    let breakpoints = walk.stops.map { stop in
      let commands = looks(stop) + (stop.place == .ownerLetsGo ? ["breakpoint enable deinit"] : [])
      let words =
        ["breakpoint set --file \(walk.file) --line \(stop.line)"] + Self.options(at: stop.place)
        + options + commands.map { "--command '\($0)'" }
      return words.joined(separator: " ")
    }
    return (breakpoints + ["run"]).flatMap { ["-o", $0] } + ["--", program]
  }

  private static func options(at place: DebugWalk.Stop.Place) -> [String] {
    switch place {
    // The marked line may reach into a closure that runs again and again: once is enough.
    case .leakIsMade, .leakIsMended: ["--one-shot true"]
    case .ownerLetsGo: []
    // An object that goes before that is not the one whose owner lets go.
    case .deinitRuns: ["--breakpoint-name deinit --disable"]
    }
  }
}
