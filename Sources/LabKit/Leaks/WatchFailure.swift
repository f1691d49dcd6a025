/// Why there is no report on a program.
enum WatchFailure: Error, Equatable, Sendable, CustomStringConvertible {
  /// What is to be preloaded isn't there.
  case notBuilt(String)
  /// The system would not start it.
  case couldNotStart(String, why: String)
  /// Nothing can be loaded into it.
  case staticExecutable(String)
  /// There is no Swift in it.
  case notSwift(String)
  /// A sanitizer owns malloc.
  case sanitizer(String)
  /// Another malloc than the ledger's answers.
  case otherAllocator(String)
  /// Its Swift runtime is not the one that the reporter was made for.
  case otherRuntime(String)
  /// It became another program, which left no trace.
  case replaced(by: String)
  /// A signal ended it at once.
  case crashed(signal: Int32)
  /// SIGKILL.
  case killed
  /// It went a way that runs no exit handlers.
  case leftAnotherWay
  /// It was started, and nothing was heard of it.
  case unheard(String)
  /// It went where the lab's folder, or itself, can't be seen.
  case unreachable(String)
  /// It ended with a lock held that a copy of the process needs.
  case locked
  /// The reporter said why it could not.
  case couldNotRead(String)
  /// The reporter did not get to its end.
  case reporterFailed(String)

  /// One line: what happened, and what can be done.
  var description: String {
    switch self {
    case .notBuilt(let path):
      "there is no \(path). Run: swift build"
    case .couldNotStart(let program, let why):
      "\(program) could not be started: \(why)"
    case .staticExecutable(let path):
      "\(path) is linked statically, so nothing can be loaded into it. Build it without -static-executable."
    case .notSwift(let path):
      "there is no Swift in \(path). Programs that it starts are not looked at: name the one that is meant."
    case .sanitizer(let path):
      "a sanitizer owns malloc in \(path). Build it without."
    case .otherAllocator(let name):
      "another malloc answers in this program\(name.isEmpty ? "" : ": \(name)")."
    case .otherRuntime(let path):
      "its Swift runtime is not the one that this lab was built with: \(path). Build both with one toolchain."
    case .replaced(let path):
      "it replaced itself with \(path), from which nothing was heard. Name that program instead."
    case .crashed(let signal):
      "it crashed: \(SignalName.of(signal)). Its heap is not read then."
    case .killed:
      "it was killed: \(SignalName.of(9)). SIGTERM would have left time to read its heap."
    case .leftAnotherWay:
      "it ended in a way that runs no exit handlers (quick_exit, daemon or a system call of its own)."
    case .unheard(let path):
      "nothing could be loaded into \(path), as with a program that lacks a library or has another user's rights."
    case .unreachable(let why):
      "it can't be reached any more, as after chroot or a change of user or namespace: \(why)."
    case .locked:
      "it ended in the midst of an allocation or a lock of its own, as by exit in a signal handler."
    case .couldNotRead(let why):
      why
    case .reporterFailed(let why):
      "the heap could not be read: the reporter \(why)."
    }
  }
}
