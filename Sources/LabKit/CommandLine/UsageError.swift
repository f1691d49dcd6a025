/// What is wrong with a command line, and the way out.
public enum UsageError: Error, Equatable, CustomStringConvertible {
  /// There is no such command.
  case unknownCommand(String)
  /// No pair and no program has that name.
  case unknownName(String)
  /// No card has that name.
  case unknownCard(String)
  /// No deck has that name.
  case unknownDeck(String)
  /// The command has no such option.
  case unknownOption(String, command: HelpTopic)
  /// The program has no other half to compare it with.
  case notAPair(String)
  /// The option's value is missing, or is not what the option takes.
  case badValue(String?, option: String, takes: String)
  /// The options ask for different things.
  case contradiction([String], command: HelpTopic)
  /// The command needs a name.
  case missingName(command: HelpTopic)
  /// The command needs a program, behind `--`.
  case missingProgram(command: HelpTopic)
  /// The command takes fewer names.
  case tooManyNames([String], command: HelpTopic, taking: Int)

  /// What was tried, and what to type instead.
  public var description: String {
    switch self {
    case .unknownCommand(let word):
      if Catalog.programs(named: word) != nil {
        "There is no command '\(word)'. To run it: lab run \(word)"
      } else {
        "There is no command '\(word)'." + nearest(word, HelpTopic.allCases.map(\.rawValue))
          + " 'lab help' lists them."
      }
    case .unknownName(let name):
      "There is nothing named '\(name)'." + nearest(name, Catalog.names)
        + " 'lab list' lists them all."
    case .unknownCard(let name):
      "There is no card named '\(name)'." + nearest(name, Catalog.cards.map(\.name))
        + " 'lab cards' lists them all."
    case .unknownDeck(let name):
      "There is no deck named '\(name)'." + nearest(name, Catalog.decks.map(\.name))
        + " The decks: \(Catalog.decks.map(\.name).joined(separator: ", "))."
    case .unknownOption(let option, let command):
      "'\(command.callName)' has no option '\(option)'. 'lab help\(command.helpWord)' lists them."
    case .notAPair(let name):
      "'\(name)' is no pair of a leak and its fix. 'lab list' lists the pairs."
    case .badValue(let value, let option, let takes):
      value.map { "\(option) takes \(takes), not '\($0)'." } ?? "\(option) takes \(takes)."
    case .contradiction(let options, let command):
      "'\(command.callName)' takes one of \(options.joined(separator: " and ")), not both."
    case .missingName(.holds):
      "'lab holds' needs a type, as in: \(HelpTopic.holds.example)"
    case .missingName(let command):
      "'\(command.callName)' needs a name, as in: \(command.callName) \(command == .card ? "helper-strong" : "timer")"
    case .missingProgram(let command):
      "'\(command.callName)' needs a program behind '--', as in: \(command.example)"
    case .tooManyNames(let names, let command, let count):
      "'\(command.callName)' takes \(count == 0 ? "no" : "one") name, and was given "
        + names.joined(separator: ", ") + "."
    }
  }

  private func nearest(_ word: String, _ words: [String]) -> String {
    let near = NearestNames.of(word, in: words)
    return near.isEmpty ? "" : " Nearest: \(near.joined(separator: ", "))."
  }
}

extension HelpTopic {
  /// How the command is called.
  var callName: String { self == .lab ? "lab" : "lab \(rawValue)" }
  fileprivate var example: String {
    "\(callName) \(self == .holds ? "TYPE " : "")-- ./my-program its arguments"
  }
  fileprivate var helpWord: String { self == .lab ? "" : " \(rawValue)" }
}
