import Foundation
import Synchronization

/// Another's program, run with its own streams, arguments, folder and signals.
///
/// It stays in the lab's process group, so that a terminal is its own as much as the lab's.
struct WatchedProgram: Sendable {
  /// The program, then its arguments.
  let words: [String]
  /// What its environment has beside the lab's own.
  let environment: [String: String]
  /// Whether SIGUSR1 to the lab is one for the program.
  let forwardsUserSignal: Bool

  /// Runs it to its end.
  ///
  /// - Returns: How it ended.
  /// - Throws: `WatchFailure` if it can't be started.
  func run() async throws(WatchFailure) -> Exit {
    SignalForwarding.begin(withUserSignal: forwardsUserSignal)
    defer { SignalForwarding.end() }
    let child = try start()
    SignalForwarding.forward(to: child)
    return await withCheckedContinuation { continuation in
      // A thread of its own: the wait blocks.
      Thread.detachNewThread { continuation.resume(returning: Self.wait(for: child)) }
    }
  }

  private func start() throws(WatchFailure) -> pid_t {
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The lab's handlers fall away by themselves; what its caller ignores stays ignored.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))

    var arguments = arguments() + [nil]
    var values = variables() + [nil]
    defer { for pointer in arguments + values { free(pointer) } }
    guard let name = arguments[0] else {
      throw .couldNotStart(words[0], why: String(cString: strerror(ENOMEM)))
    }
    var child: pid_t = 0
    let status = Spawn.lock.withLock { _ in
      posix_spawnp(&child, name, nil, &attributes, &arguments, &values)
    }
    guard status == 0 else {
      throw .couldNotStart(words[0], why: String(cString: strerror(status)))
    }
    return child
  }

  /// The lab's environment in its order and byte for byte, with what is added put behind it.
  private func variables() -> [UnsafeMutablePointer<CChar>?] {
    let names = environment.keys.map { "\($0)=" }
    var values: [UnsafeMutablePointer<CChar>?] = []
    for index in 0... {
      guard let variable = environ[index] else { break }
      if !names.contains(where: { strncmp(variable, $0, $0.utf8.count) == 0 }) {
        values.append(strdup(variable))
      }
    }
    return values + environment.map { strdup("\($0)=\($1)") }
  }

  /// The words as the lab was given them: not every word is text, and a String would mend it.
  private func arguments() -> [UnsafeMutablePointer<CChar>?] {
    let given = UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)
    ).compactMap(\.self).suffix(words.count)
    let areWords =
      given.count == words.count && zip(given, words).allSatisfy { String(cString: $0) == $1 }
    return areWords ? given.map { strdup($0) } : words.map { strdup($0) }
  }

  private static func wait(for child: pid_t) -> Exit {
    var info = siginfo_t()
    while waitid(P_PID, id_t(child), &info, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    // Until it is buried its number is nobody else's.
    SignalForwarding.forward(to: 0)
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
  }
}

/// Passes signals that somebody sends to the lab on to the program.
///
/// Those of a terminal go to the whole process group, so the program has them already.
private enum SignalForwarding {
  private static let child = Atomic<Int32>(0)
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  static func begin(withUserSignal: Bool) {
    child.store(0, ordering: .sequentiallyConsistent)
    for number in signals + (withUserSignal ? [SIGUSR1] : []) {
      var now = sigaction()
      sigaction(number, nil, &now)
      // What the lab's caller has it ignore, as nohup does, the program ignores as well.
      if number != SIGUSR1, isIgnored(now) { continue }
      var action = sigaction()
      action.sa_flags = Int32(SA_SIGINFO | SA_RESTART)
      set(&action) { number, info, _ in
        // SI_KERNEL: from the terminal.
        let target = SignalForwarding.child.load(ordering: .sequentiallyConsistent)
        if target > 0, info?.pointee.si_code != 0x80 { kill(target, number) }
      }
      sigaction(number, &action, nil)
    }
  }

  static func forward(to process: pid_t) {
    child.store(process, ordering: .sequentiallyConsistent)
  }

  static func end() {
    forward(to: 0)
    for number in signals + [SIGUSR1] { signal(number, SIG_DFL) }
  }

  #if canImport(Darwin)
    private static func isIgnored(_ action: sigaction) -> Bool { false }
    private static func set(
      _ action: inout sigaction,
      _ handler:
        @escaping @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?)
        -> Void
    ) {
      action.__sigaction_u.__sa_sigaction = handler
    }
  #else
    private static func isIgnored(_ action: sigaction) -> Bool {
      // SIG_IGN is 1.
      unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }
    private static func set(
      _ action: inout sigaction,
      _ handler:
        @escaping @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?)
        -> Void
    ) {
      action.__sigaction_handler.sa_sigaction = handler
    }
  #endif
}
