import Foundation

/// Why a program's run says nothing about its objects.
public enum RunFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no such executable.
  case notBuilt(String)
  /// The system would not start it.
  case couldNotStart(String, why: String)
  /// A signal ended it; the last line it wrote to standard error.
  case crashed(signal: Int32, lastWords: String)
  /// It had not ended after this many seconds.
  case timedOut(Double)
  /// It ended without a report; the last line it wrote to standard error.
  case silent(status: Int32, lastWords: String)
  /// What it printed is no report.
  case unreadable(byteCount: Int, beginning: String)
  /// The report is another program's.
  case wrongProgram(saysItIs: String)
  /// Its exit status contradicts its report.
  case contradictsItself(status: Int32, reported: Int32)
  /// The program itself could not tell.
  case couldNotTell(String)

  /// What happened, and what to do next.
  public var description: String {
    switch self {
    case .notBuilt(let path):
      "not built: there is no \(path). Run: swift build"
    case .couldNotStart(let path, let why):
      "could not be started: \(path): \(why)"
    case .crashed(let signal, let lastWords):
      "crashed: \(SignalName.of(signal))" + after(lastWords)
    case .timedOut(let seconds):
      "did not end within \(seconds.formatted(.number.precision(.fractionLength(0...1)))) s, and was ended. A longer deadline: --timeout SECONDS"
    case .silent(let status, let lastWords):
      "ended with status \(status) and without a report" + after(lastWords)
    case .unreadable(let byteCount, let beginning):
      "printed \(byteCount) bytes that are no report, beginning with: \(beginning)"
    case .wrongProgram(let name):
      "is another program: its report says \(name). Run: swift build"
    case .contradictsItself(let status, let reported):
      "ended with status \(status), but its report means \(reported)"
    case .couldNotTell(let why):
      "could not tell: \(why)"
    }
  }

  private func after(_ lastWords: String) -> String {
    lastWords.isEmpty ? "" : ". It said: \(lastWords)"
  }
}

/// The names of the signals that end programs.
enum SignalName {
  private static let names: [Int32: String] = [
    SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP",
    SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL",
    SIGSEGV: "SIGSEGV", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGTERM: "SIGTERM",
    SIGUSR1: "SIGUSR1", SIGUSR2: "SIGUSR2", SIGXCPU: "SIGXCPU", SIGXFSZ: "SIGXFSZ",
  ]

  /// "SIGABRT (signal 6)", or just the number for a signal that rarely ends a program.
  static func of(_ signal: Int32) -> String {
    names[signal].map { "\($0) (signal \(signal))" } ?? short(signal)
  }

  /// "SIGABRT", or "signal 42" for a signal that rarely ends a program.
  static func short(_ signal: Int32) -> String { names[signal] ?? "signal \(signal)" }
}
