/// What a person asked the lab to do.
public enum Command: Equatable, Sendable {
  /// Runs programs and reports.
  case run([Program], RunOptions)
  /// Draws what holds a program's objects.
  case why(Program, WhyOptions)
  /// Lists the pairs.
  case list(color: Bool)
  /// Shows a leak beside its fix.
  case diff(Pair, color: Bool)
  /// Starts lldb on a program, or walks through it unattended.
  case debug(Program, batch: Bool, timeout: Double?)
  /// Asks about cards, and runs each for the answer.
  case quiz([Card], QuizOptions)
  /// Runs one card.
  case card(Card, CardOptions)
  /// Lists the cards.
  case cards(color: Bool)
  /// Shows how far a learner is with the leaks, or builds and runs one at each save.
  case practice(Pair?, PracticeOptions)
  /// Gives the next hint on a leak.
  case hint(Pair, color: Bool)
  /// Brings a leak back as it was shipped.
  case reset(Pair, color: Bool)
  /// Runs somebody's program and has its heap read.
  case leaks(LeaksOptions)
  /// Explains the lab, or one command.
  case help(HelpTopic)
}

/// How to run programs.
public struct RunOptions: Equatable, Sendable {
  /// Whether to print the report in JSON.
  public var json = false
  /// Whether colour is wanted where the terminal has it.
  public var color = true
  /// How many seconds one program may take.
  public var timeout = 10.0
  /// How many times to run everything.
  public var rounds = 1
}

/// How to draw what holds a program's objects.
public struct WhyOptions: Equatable, Sendable {
  /// The form of the answer.
  var form = WhyReport.Form.drawing
  /// Whether to write each object's address.
  var showsAddresses = false
  /// Whether to tell who refers to an object without holding it.
  var showsWeak = false
  /// Whether colour is wanted where the terminal has it.
  var color = true
  /// How many seconds the program may take.
  var timeout = 10.0
}

/// How to run a card.
public struct CardOptions: Equatable, Sendable {
  /// Whether colour is wanted where the terminal has it.
  var color = true
  /// How many seconds the card may take.
  var timeout = 10.0
}

/// How to hold a quiz.
public struct QuizOptions: Equatable, Sendable {
  /// The order of the cards.
  enum Order: Equatable, Sendable {
    /// As they are taught.
    case taught
    /// Shuffled; with this seed, if it is not nil.
    case shuffled(seed: UInt64?)
  }

  /// How to run each card.
  var card = CardOptions()
  /// The order of the cards.
  var order = Order.taught
  /// The deck that was asked for; nil for all.
  var deck: String?
}

/// How to practise.
public struct PracticeOptions: Equatable, Sendable {
  /// Whether to run the leak one time, instead of at each save.
  var once = false
  /// Whether colour is wanted where the terminal has it.
  var color = true
  /// How many seconds the program may take.
  var timeout = 10.0
}

/// What there is help on.
public enum HelpTopic: String, CaseIterable, Sendable {
  /// The lab as a whole.
  case lab
  /// One of the commands.
  case run, why, list, diff, debug, quiz, card, cards, practice, hint, reset
  case leaks, holds, heap, help
}
