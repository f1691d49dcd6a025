import Foundation

/// The lab's commands, carried out.
public struct Lab: Sendable {
  private let installation: Installation
  private let console = Console()
  private let children = Children()

  /// Makes a lab.
  ///
  /// - Parameter installation: Where the programs and their sources are.
  public init(_ installation: Installation) {
    self.installation = installation
  }

  /// Carries out a command, and writes what came of it.
  ///
  /// - Parameter command: What was asked.
  /// - Returns: The exit status: 0 as expected, 1 not as expected, 2 something could not be done.
  public func perform(_ command: Command) async -> Int32 {
    if case .leaks(let options) = command {
      // Signals are the program's there: none may end it before its heap is read.
      return await LeaksCommand(installation: installation, options: options).perform()
    }
    let interruption = Interruption(endingAll: children)
    defer { withExtendedLifetime(interruption) {} }
    do {
      switch command {
      case .run(let programs, let options): return try await run(programs, options)
      case .why(let program, let options): return try await why(program, options)
      case .list(let color): return try list(style(color))
      case .diff(let pair, let color): return try diff(pair, style(color))
      case .debug(let program, let batch, let timeout):
        return try await debug(program, batch: batch, timeout: timeout ?? 60)
      case .quiz(let cards, let options): return try await table(options.card).quiz(cards, options)
      case .card(let card, let options): return try await table(options).show(card)
      case .cards(let color): return try table(CardOptions(color: color)).list()
      case .practice(let pair?, let options):
        return try await practice(options.color).practise(
          pair, once: options.once, timeout: options.timeout)
      case .practice(nil, let options):
        return try await practice(options.color).list(timeout: options.timeout)
      case .hint(let pair, let color): return try practice(color).hint(pair)
      case .reset(let pair, let color): return try practice(color).reset(pair)
      case .leaks: return 2  // performed above
      case .help(let topic):
        try console.print(HelpText.of(topic))
        return 0
      }
    } catch {
      // A child that the interrupt ended is no failure to tell.
      await children.waitIfEnding()
      console.complain("lab: \(error)")
      return 2
    }
  }

  private func table(_ options: CardOptions) -> CardTable {
    CardTable(
      installation: installation, console: console, children: children, options: options)
  }

  private func style(_ wantsColor: Bool) -> TerminalStyle {
    TerminalStyle(of: STDOUT_FILENO, wantsColor: wantsColor)
  }

  private func practice(_ wantsColor: Bool) -> Practice {
    Practice(
      installation: installation, children: children, console: console, style: style(wantsColor))
  }

  private func run(_ programs: [Program], _ options: RunOptions) async throws -> Int32 {
    let runner = LabRunner(
      installation: installation, children: children, timeout: options.timeout)
    let progress = Progress()
    let started = ContinuousClock.now
    var rounds: [[Outcome]] = []
    for round in 1...options.rounds {
      let prefix = options.rounds > 1 ? "round \(round) of \(options.rounds), " : ""
      progress.show("\(prefix)0 of \(programs.count) programs have ended")
      rounds.append(
        await runner.run(programs) { count in
          progress.show("\(prefix)\(count) of \(programs.count) programs have ended")
        })
    }
    await children.waitIfEnding()
    progress.clear()
    let report = LabReport(rounds: rounds, seconds: (.now - started) / .seconds(1))
    if options.json {
      try console.print(LabJSON(report).text())
    } else {
      let style = style(options.color)
      try console.print(LabTable(report, width: style.width).lines, in: style)
    }
    return report.exitStatus
  }

  private func why(_ program: Program, _ options: WhyOptions) async throws -> Int32 {
    let runner = LabRunner(
      installation: installation, children: children, timeout: options.timeout,
      details: (options.showsAddresses ? ["--addresses"] : [])
        + (options.showsWeak ? ["--weak"] : []))
    let outcomes = await runner.run([program])
    await children.waitIfEnding()
    let report = LabReport(rounds: [outcomes], seconds: 0)
    guard let outcome = outcomes.first else { return report.exitStatus }
    let style = style(options.color)
    let why = WhyReport(
      program: program, report: try outcome.result.get(), showsAddresses: options.showsAddresses,
      width: style.width)
    switch options.form {
    case .drawing:
      try console.print(why.lines, in: style)
    case .json: try console.print(outcome.json())
    case .mermaid, .dot: try console.print(why.graph(options.form))
    }
    return report.exitStatus
  }

  private func list(_ style: TerminalStyle) throws -> Int32 {
    try console.print(CatalogList(width: style.width).lines, in: style)
    return 0
  }

  private func diff(_ pair: Pair, _ style: TerminalStyle) throws -> Int32 {
    let diff = PairDiff(
      pair: pair, leak: try installation.lines(of: .half(.leak, of: pair)),
      fix: try installation.lines(of: .half(.fix, of: pair)), width: style.width)
    try console.print(diff.lines, in: style)
    return 0
  }

  private func debug(_ program: Program, batch: Bool, timeout: Double) async throws -> Int32 {
    let executable = installation.executable(of: program).path
    guard FileManager.default.isExecutableFile(atPath: executable) else {
      throw RunFailure.notBuilt(executable)
    }
    let source = try installation.source(of: program)
    let walk = DebugWalk(
      file: source.lastPathComponent, lines: try installation.lines(of: program))
    let debugger = try await Debugger.find(
      path: ProcessInfo.processInfo.environment["PATH"] ?? "", among: children)
    let script = DebugScript(walk: walk)
    let style = style(true)
    if batch {
      return try await walkUnattended(
        program, walk, debugger, script.unattended(executable), style, timeout)
    }
    try console.print(DebugGuide(program: program, walk: walk).lines, in: style)
    throw debugger.takeOver(arguments: script.interactive(executable))
  }

  private func walkUnattended(
    _ program: Program, _ walk: DebugWalk, _ debugger: Debugger, _ arguments: [String],
    _ style: TerminalStyle, _ timeout: Double
  ) async throws -> Int32 {
    let lldb = ChildProcess(
      executable: debugger.executable, arguments: arguments, timeout: timeout)
    let result = try await lldb.run(among: children)
    await children.waitIfEnding()
    if case .timedOut(let seconds) = result.exit { throw DebuggerError.didNotEnd(seconds: seconds) }
    let transcript = DebugTranscript(result.output.text, of: walk)
    guard !transcript.stops.isEmpty else {
      throw DebuggerError.sawNothing(words: result.output.text + result.errors.text)
    }
    let ending =
      transcript.sawDeinit
      ? "\(program.name) came to its deinit: the object is freed."
      : "\(program.name) never came to a deinit: the object is still alive."
    try console.print(transcript.lines + ["", Line(ending, .strong)], in: style)
    return transcript.sawDeinit == (program.expected == .freed) ? 0 : 1
  }
}
