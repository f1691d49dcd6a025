import Foundation
import Synchronization

/// Starts a process in a group of its own, and waits for its end.
///
/// Foundation's `Process` is not used: on Linux it hears of a child's end by a socket that the
/// child's own children inherit, so one that a child leaves behind makes it wait for that one too
/// (swift-corelibs-foundation 6.3.1; `RunnerTests` has the case).
enum Spawn {
  /// Held from the making of pipes to the start of the process, so that no process started
  /// meanwhile inherits another's pipes.
  static let lock = Mutex(())

  /// Starts a process: nothing to read, output and errors to two descriptors, and signals as a
  /// shell would leave them.
  ///
  /// - Parameters:
  ///   - words: The executable's path, then its arguments.
  ///   - output: A descriptor to write to; the caller's to close.
  ///   - errors: Another.
  /// - Returns: The process, which leads a group of the same number.
  /// - Throws: A POSIX error if it can't be started.
  static func start(_ words: [String], output: Int32, errors: Int32) throws(POSIXError) -> pid_t {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, output, 1)
    posix_spawn_file_actions_adddup2(&actions, errors, 2)

    var (none, all) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setpgroup(&attributes, 0)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    posix_spawnattr_setflags(&attributes, Int16(flags))

    var pointers = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var child: pid_t = 0
    let status = posix_spawn(&child, words[0], &actions, &attributes, &pointers, environ)
    guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: status) ?? .EINVAL) }
    return child
  }

  /// Waits for the end of a process, ends what it left behind in its group, and buries it.
  ///
  /// Blocks its thread. Until it is buried, a child's number is no other process's: it leaves
  /// `children` before that, so no signal meant for it can reach another.
  ///
  /// - Parameters:
  ///   - child: A process from `start`.
  ///   - children: Where it is registered.
  /// - Returns: How it ended.
  static func wait(for child: pid_t, among children: Children) -> Exit {
    var info = siginfo_t()
    while waitid(P_PID, id_t(child), &info, WEXITED | WNOWAIT) == -1, errno == EINTR {}
    children.remove(child)
    kill(-child, SIGKILL)
    var status: Int32 = 0
    while waitpid(child, &status, 0) == -1, errno == EINTR {}
    let signal = status & 0x7F
    return signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
  }
}
