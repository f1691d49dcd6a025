/// Reads the command lines of the commands that look into another's program.
enum LeaksParser {
  /// Reads the words of `lab leaks`, `lab holds` or `lab heap`.
  static func parse(_ words: Words, of topic: HelpTopic) throws(UsageError) -> LeaksOptions {
    var words = words
    var options = LeaksOptions()
    options.program = words.takeProgram()
    options.json = words.takeFlag("--json")
    options.all = words.takeFlag("--all")
    options.color = !words.takeFlag("--no-color")
    options.output = try words.takeValue(of: "--output", "a file") { $0 }
    options.most =
      try words.takeValue(
        of: "--most", "a number from 1 to 1000", { Int($0).flatMap { 1...1000 ~= $0 ? $0 : nil } })
      ?? options.most
    if topic == .leaks {
      options.whileRunning = words.takeFlag("--while-running")
      options.suppressions = try words.takeValue(of: "--suppress", "a file") { $0 }
    }
    switch topic {
    case .holds: options.question = .holders(type: try words.oneName())
    case .heap: options.question = .heap
    default: options.question = .leaks(census: options.whileRunning)
    }
    if topic != .holds {
      let names = try words.names()
      if !names.isEmpty, options.program.isEmpty { throw .missingProgram(command: topic) }
      if !names.isEmpty { throw .tooManyNames(names, command: topic, taking: 0) }
    }
    if options.program.isEmpty { throw .missingProgram(command: topic) }
    return options
  }
}
