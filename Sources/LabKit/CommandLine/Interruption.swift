import Foundation

/// Ends the children with the lab when a signal ends the lab.
///
/// The children are in process groups of their own, so a terminal's Ctrl-C does not reach them.
struct Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  private let sources: [any DispatchSourceSignal]

  /// Handles SIGINT, SIGTERM and SIGHUP until the process ends: kills the children, then lets the
  /// signal do what it does by default, so that the caller sees it in the status.
  ///
  /// A reader that goes away (`lab | head -1`) is an error of a write, not a signal.
  init(endingAll children: Children) {
    signal(SIGPIPE, SIG_IGN)
    sources = Self.signals.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler {
        // Held to the end: no child is started that nobody would be left to end.
        Spawn.lock.withLock { _ in
          children.endAll()
          signal(number, SIG_DFL)
          kill(getpid(), number)
        }
      }
      source.resume()
      return source
    }
  }

  /// Lets every signal do what it does by default, for a program that takes this one's place.
  static func restoreDefaults() {
    for number in signals + [SIGPIPE] { signal(number, SIG_DFL) }
  }
}
