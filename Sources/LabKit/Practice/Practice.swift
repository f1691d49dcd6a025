import Foundation

/// The practice commands, carried out.
struct Practice {
  let installation: Installation
  let children: Children
  let console: Console
  let style: TerminalStyle

  /// How the twelve stand.
  ///
  /// - Returns: The exit status: 0, or 2 if one could not be run.
  func list(timeout: Double) async throws -> Int32 {
    let progress = Progress()
    let states = try await examiner(timeout: timeout).examine(Catalog.pairs) { program in
      progress.show("building \(program)")
    }
    await children.waitIfEnding()
    progress.clear()
    let list = PracticeList(states: Catalog.pairs.compactMap { states[$0] })
    try console.print(list.lines, in: style)
    return list.states.map(Self.status).contains(2) ? 2 : 0
  }

  /// Builds and runs one leak; then again at each save, for ever, unless `once`.
  ///
  /// - Returns: The exit status: 0 it is fixed, 1 it is not, 2 it could not be run.
  func practise(_ pair: Pair, once: Bool, timeout: Double) async throws -> Int32 {
    let examiner = try examiner(timeout: timeout)
    let file = try examiner.leaks.file(of: pair)
    while true {
      let (stamp, state) = try await newestState(of: pair, examiner)
      if !once && style.isScreen { try console.clear() }
      let report = PracticeReport(pair: pair, state: state, width: style.width)
      try console.print(report.lines, in: style)
      if once { return Self.status(state) }
      try console.print(
        [Line("Waiting for Leaks/\(pair.fileName) to be saved; Ctrl-C ends.", .quiet), ""],
        in: style)
      try await FileStamp.change(of: file, from: stamp)
    }
  }

  /// Shows the next hint.
  func hint(_ pair: Pair) throws -> Int32 {
    guard let hints = Hints.of(pair) else { return 2 }
    let report = HintReport(
      pair: pair, hints: hints, index: HintShelf(installation).takeNext(of: pair),
      source: (try? installation.lines(of: .half(.leak, of: pair))) ?? [], width: style.width)
    try console.print(report.lines, in: style)
    return 0
  }

  /// Brings the leak back as it was shipped.
  func reset(_ pair: Pair) throws -> Int32 {
    let reset = try ShippedLeaks(installation: installation).reset(pair)
    HintShelf(installation).forget(pair)
    let file = "Leaks/\(pair.fileName)"
    guard reset.didChange else {
      try console.print("\(file) is as it was shipped; nothing was changed.")
      return 0
    }
    try console.print(
      reset.kept.map { "\(file) is as it was shipped again. What you wrote is kept in \($0.path)" }
        ?? "\(file) was not there, and is as it was shipped again.")
    return 0
  }

  private func examiner(timeout: Double) throws -> Examiner {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return Examiner(
      leaks: ShippedLeaks(installation: installation),
      build: try PackageBuild(installation, path: path),
      runner: LabRunner(installation: installation, children: children, timeout: timeout))
  }

  /// The state of the file as it is now: a run that a save has made old is not shown.
  private func newestState(
    of pair: Pair, _ examiner: Examiner
  ) async throws -> (FileStamp?, PracticeState) {
    let file = try examiner.leaks.file(of: pair)
    let progress = Progress()
    defer { progress.clear() }
    while true {
      progress.show("building leak-\(pair.name)")
      let stamp = FileStamp(of: file)
      let state = try await examiner.examine(pair)
      await children.waitIfEnding()
      if FileStamp(of: file) == stamp { return (stamp, state) }
    }
  }

  private static func status(_ state: PracticeState) -> Int32 {
    switch state {
    case .fixed: 0
    case .couldNotRun: 2
    case .leaks, .freedLate, .noLongerWorks, .evaded, .doesNotCompile: 1
    }
  }
}
