import HeapGraph

/// What to ask of a program's heap, and how to tell it.
public struct LeaksOptions: Equatable, Sendable {
  /// What is asked.
  public var question = HeapReport.Question.leaks(census: false)
  /// The program, then its arguments.
  public var program: [String] = []
  /// The file for the report; nil for standard error.
  public var output: String?
  /// Whether to write JSON instead of text.
  public var json = false
  /// The file with what is known and accepted.
  public var suppressions: String?
  /// How many leaks to show.
  public var most = 20
  /// Whether to show what is wholly a library's as well.
  public var all = false
  /// Whether SIGUSR1 asks for a report while the program runs.
  public var whileRunning = false
  /// Whether colour is wanted where the terminal has it.
  public var color = true
}
