/// Reads a command line.
public enum CommandParser {
  /// Reads what was asked.
  ///
  /// - Parameter arguments: The words after the program's name.
  /// - Returns: The command.
  /// - Throws: `UsageError` for the first thing that can't be understood.
  public static func parse(_ arguments: [String]) throws(UsageError) -> Command {
    // Behind "--" stand another program's words.
    let own = arguments.prefix { $0 != "--" }
    if own.contains(where: { $0 == "--help" || $0 == "-h" }) {
      return .help(arguments.first.flatMap(HelpTopic.init(rawValue:)) ?? .lab)
    }
    guard let word = arguments.first, !word.hasPrefix("-") else {
      return try everything(Words(arguments, of: .lab))
    }
    guard let topic = HelpTopic(rawValue: word), topic != .lab else {
      throw .unknownCommand(word)
    }
    let words = Words(Array(arguments.dropFirst()), of: topic)
    switch topic {
    case .lab: return try everything(words)
    case .run: return try run(words)
    case .why: return try why(words)
    case .list: return try list(words)
    case .diff: return try diff(words)
    case .debug: return try debug(words)
    case .quiz: return try quiz(words)
    case .card: return try card(words)
    case .cards: return try cards(words)
    case .practice: return try practice(words)
    case .hint, .reset: return try onePair(words, topic)
    case .leaks, .holds, .heap: return .leaks(try LeaksParser.parse(words, of: topic))
    case .help: return try help(words)
    }
  }

  private static func everything(_ words: Words) throws(UsageError) -> Command {
    var words = words
    let options = try runOptions(&words)
    if let word = try words.names().first { throw .unknownCommand(word) }
    return .run(Catalog.programs, options)
  }

  private static func run(_ words: Words) throws(UsageError) -> Command {
    var words = words
    let options = try runOptions(&words)
    let names = try words.names()
    if names.isEmpty { throw .missingName(command: .run) }
    var programs: [Program] = []
    for name in names {
      guard let named = Catalog.programs(named: name) else { throw .unknownName(name) }
      programs += named.filter { !programs.contains($0) }
    }
    return .run(programs, options)
  }

  private static func why(_ words: Words) throws(UsageError) -> Command {
    var words = words
    var options = WhyOptions()
    let forms: [(String, WhyReport.Form)] = [
      ("--json", .json), ("--mermaid", .mermaid), ("--dot", .dot),
    ]
    var asked: [String] = []
    for (flag, form) in forms where words.takeFlag(flag) {
      asked.append(flag)
      options.form = form
    }
    if asked.count > 1 { throw .contradiction(asked, command: .why) }
    options.showsAddresses = words.takeFlag("--addresses")
    options.showsWeak = words.takeFlag("--weak")
    options.color = !words.takeFlag("--no-color")
    options.timeout = try words.takeTimeout() ?? options.timeout
    let name = try words.oneName()
    guard let program = Catalog.programs(named: name)?.first else { throw .unknownName(name) }
    return .why(program, options)
  }

  private static func list(_ words: Words) throws(UsageError) -> Command {
    var words = words
    let color = !words.takeFlag("--no-color")
    let names = try words.names()
    if !names.isEmpty { throw .tooManyNames(names, command: .list, taking: 0) }
    return .list(color: color)
  }

  private static func diff(_ words: Words) throws(UsageError) -> Command {
    var words = words
    let color = !words.takeFlag("--no-color")
    return .diff(try pair(named: words.oneName()), color: color)
  }

  private static func practice(_ words: Words) throws(UsageError) -> Command {
    var words = words
    var options = PracticeOptions()
    options.once = words.takeFlag("--once")
    options.color = !words.takeFlag("--no-color")
    options.timeout = try words.takeTimeout() ?? options.timeout
    let names = try words.names()
    guard let name = names.first else {
      if options.once { throw .missingName(command: .practice) }
      return .practice(nil, options)
    }
    if names.count > 1 { throw .tooManyNames(names, command: .practice, taking: 1) }
    return .practice(try pair(named: name), options)
  }

  private static func onePair(_ words: Words, _ topic: HelpTopic) throws(UsageError) -> Command {
    var words = words
    let color = !words.takeFlag("--no-color")
    let pair = try pair(named: words.oneName())
    return topic == .hint ? .hint(pair, color: color) : .reset(pair, color: color)
  }

  private static func pair(named name: String) throws(UsageError) -> Pair {
    switch Catalog.programs(named: name)?.first {
    case .half(_, of: let pair): return pair
    case .control: throw .notAPair(name)
    case nil: throw .unknownName(name)
    }
  }

  private static func debug(_ words: Words) throws(UsageError) -> Command {
    var words = words
    let batch = words.takeFlag("--batch")
    let timeout = try words.takeTimeout()
    let name = try words.oneName()
    guard let program = Catalog.programs(named: name)?.first else { throw .unknownName(name) }
    return .debug(program, batch: batch, timeout: timeout)
  }

  private static func quiz(_ words: Words) throws(UsageError) -> Command {
    var words = words
    var options = QuizOptions()
    if words.takeFlag("--shuffle") { options.order = .shuffled(seed: nil) }
    if let seed = try words.takeValue(of: "--seed", "a whole number from 0", { UInt64($0) }) {
      options.order = .shuffled(seed: seed)
    }
    options.card = try cardOptions(&words)
    let names = try words.names()
    if names.count > 1 { throw .tooManyNames(names, command: .quiz, taking: 1) }
    guard let name = names.first else { return .quiz(Catalog.cards, options) }
    guard let deck = Catalog.deck(named: name) else { throw .unknownDeck(name) }
    options.deck = deck.name
    return .quiz(deck.cards, options)
  }

  private static func card(_ words: Words) throws(UsageError) -> Command {
    var words = words
    let options = try cardOptions(&words)
    let name = try words.oneName()
    guard let card = Catalog.card(named: name) else { throw .unknownCard(name) }
    return .card(card, options)
  }

  private static func cards(_ words: Words) throws(UsageError) -> Command {
    var words = words
    let color = !words.takeFlag("--no-color")
    let names = try words.names()
    if !names.isEmpty { throw .tooManyNames(names, command: .cards, taking: 0) }
    return .cards(color: color)
  }

  private static func cardOptions(_ words: inout Words) throws(UsageError) -> CardOptions {
    var options = CardOptions()
    options.color = !words.takeFlag("--no-color")
    options.timeout = try words.takeTimeout() ?? options.timeout
    return options
  }

  private static func help(_ words: Words) throws(UsageError) -> Command {
    let names = try words.names()
    guard let name = names.first else { return .help(.lab) }
    if names.count > 1 { throw .tooManyNames(names, command: .help, taking: 1) }
    guard let topic = HelpTopic(rawValue: name) else { throw .unknownCommand(name) }
    return .help(topic)
  }

  private static func runOptions(_ words: inout Words) throws(UsageError) -> RunOptions {
    var options = RunOptions()
    options.json = words.takeFlag("--json")
    options.color = !words.takeFlag("--no-color")
    options.timeout = try words.takeTimeout() ?? options.timeout
    options.rounds =
      try words.takeValue(
        of: "--repeat", "a number of times from 1 to 10000",
        { Int($0).flatMap { 1...10_000 ~= $0 ? $0 : nil } }) ?? options.rounds
    return options
  }
}

/// The words of a command that are not yet understood.
struct Words {
  private var rest: [String]
  private let command: HelpTopic

  init(_ words: [String], of command: HelpTopic) {
    rest = words
    self.command = command
  }

  mutating func takeFlag(_ flag: String) -> Bool {
    defer { rest.removeAll { $0 == flag } }
    return rest.contains(flag)
  }

  /// Takes `--option VALUE` or `--option=VALUE`; the last one counts.
  mutating func takeValue<Value>(
    of option: String, _ takes: String, _ read: (String) -> Value?
  ) throws(UsageError) -> Value? {
    var found: Value?
    while let index = rest.firstIndex(where: { $0 == option || $0.hasPrefix(option + "=") }) {
      let inline = rest[index] != option
      let word =
        inline
        ? String(rest[index].dropFirst(option.count + 1))
        : rest.indices.contains(index + 1) ? rest[index + 1] : nil
      guard let word, let value = read(word) else {
        throw .badValue(word, option: option, takes: takes)
      }
      found = value
      rest.removeSubrange(index...(inline ? index : index + 1))
    }
    return found
  }

  /// Takes what stands behind `--`: the words of another program.
  mutating func takeProgram() -> [String] {
    guard let mark = rest.firstIndex(of: "--") else { return [] }
    defer { rest.removeSubrange(mark...) }
    return Array(rest[(mark + 1)...])
  }

  mutating func takeTimeout() throws(UsageError) -> Double? {
    try takeValue(of: "--timeout", "seconds from 0.1 to 3600") { word in
      Double(word).flatMap { 0.1...3600 ~= $0 ? $0 : nil }
    }
  }

  /// What is left, which must be names.
  func names() throws(UsageError) -> [String] {
    if let option = rest.first(where: { $0.hasPrefix("-") }) {
      throw .unknownOption(option, command: command)
    }
    return rest
  }

  func oneName() throws(UsageError) -> String {
    let names = try names()
    guard let name = names.first else { throw .missingName(command: command) }
    if names.count > 1 { throw .tooManyNames(names, command: command, taking: 1) }
    return name
  }
}
