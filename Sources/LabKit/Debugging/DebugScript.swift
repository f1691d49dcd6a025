/// The words with which lldb is started on a walk.
struct DebugScript {
  let walk: DebugWalk

  /// Asks for a retain count twice: the standard library, then lldb itself.
  ///
  /// lldb's `language swift refcount` keeps what it was asked about: after it a fix never frees
  /// (lldb of Swift 6.3.1; a test notices if that changes). So what it took is given back.
  static func retainCounts(of expression: String) -> [String] {
    [
      "expression -- _getRetainCount(\(expression))", "language swift refcount \(expression)",
      givingBack + "(\(expression)).release()",
    ]
  }

  /// How the command begins that gives back what `language swift refcount` took.
  static let givingBack = "expression -- Unmanaged.passUnretained"

  /// For a person at the keyboard: stops at each place, and waits there.
  func interactive(_ program: String) -> [String] {
    (breakpoints(andThen: " --command 'breakpoint enable deinit'") + ["run"]).flatMap {
      ["-o", $0]
    } + ["--", program]
  }

  /// Without one: goes from stop to stop, and looks at what is there.
  ///
  /// One command after the other, each waiting for the one before. Commands of breakpoints that
  /// go on by themselves would do as well, but the program has gone on before the last of them
  /// now and then.
  ///
  /// The program is ended as it calls `exit`, when it has said everything: lldb hung in about one
  /// of fifty walks because a thread began while the process ended by itself.
  func unattended(_ program: String) -> [String] {
    let walk = walk.stops.flatMap { look(at: $0) + ["continue"] }
    let commands =
      ["settings set stop-line-count-before 0", "settings set stop-line-count-after 0"]
      + breakpoints(andThen: "") + ["breakpoint set --name exit --command 'process kill'", "run"]
      + walk
    return ["--batch", "--no-use-colors"] + commands.flatMap { ["-o", $0] } + ["--", program]
  }

  /// What to look at in a place.
  private func look(at stop: DebugWalk.Stop) -> [String] {
    switch stop.place {
    case _ where stop.isDeclaration:  // nothing of the object is there yet
      ["bt 3"]
    case .leakIsMade, .leakIsMended:
      ["frame variable", "bt 3"]
    case .ownerLetsGo:
      walk.watched.flatMap { expression in
        let variable = expression.prefix { $0 != "." }
        return ["frame variable \(variable)"] + Self.retainCounts(of: expression)
      } + ["breakpoint enable deinit"]
    case .deinitRuns:
      ["bt 5"]
    }
  }

  /// The breakpoints, the one where the owner lets go with words of its own.
  ///
  /// An object that goes before that is not the one whose owner lets go, so the deinits come in
  /// only there.
  private func breakpoints(andThen words: String) -> [String] {
    walk.stops.map { stop in
      let place = "breakpoint set --file \(walk.file) --line \(stop.line)"
      return switch stop.place {
      // The marked line may reach into a closure that runs again and again: once is enough.
      case .leakIsMade, .leakIsMended: place + " --one-shot true"
      case .ownerLetsGo: place + words
      case .deinitRuns: place + " --breakpoint-name deinit --disable"
      }
    }
  }
}
