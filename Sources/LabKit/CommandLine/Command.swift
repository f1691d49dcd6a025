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
  case run, why, list, diff, debug, help
}
