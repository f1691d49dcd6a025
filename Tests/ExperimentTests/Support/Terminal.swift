import Foundation

@testable import LabKit

/// A program on a pseudo-terminal of its own, driven as a person drives it.
///
/// The terminal echoes what is typed and turns keys such as Ctrl-C into signals, as any does.
final class Terminal {
  private let master: Int32
  private let child: pid_t
  private let children = Children()
  private var output = Data()
  private var seen = 0

  /// Starts a program with the terminal as its input, output, errors and controlling terminal.
  ///
  /// - Parameters:
  ///   - words: The executable's path, then its arguments.
  ///   - columns: The terminal's width.
  /// - Throws: `POSIXError` if there is no terminal to be had, or no such program.
  init(_ words: [String], columns: UInt16 = 80) throws {
    (master, child) = try Spawn.lock.withLock { _ in
      let (master, name) = try Self.open()
      _ = fcntl(master, F_SETFD, FD_CLOEXEC)
      _ = fcntl(master, F_SETFL, O_NONBLOCK)
      Self.resize(master, columns)
      return (master, try Self.spawn(words, on: name))
    }
    children.add(child)
  }

  deinit {
    close(master)
  }

  /// Opens a terminal; says the name of its other end.
  private static func open() throws -> (master: Int32, name: String) {
    let master = Foundation.open("/dev/ptmx", O_RDWR | O_NOCTTY)
    #if canImport(Darwin)
      guard master >= 0, grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master)
      else { throw POSIXError(.ENOTTY) }
      return (master, String(cString: name))
    #else
      // Swift sees no unlockpt and no ptsname in Glibc: what they ask the kernel, as numbers.
      let (setLock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))
      var (lock, number) = (Int32(0), UInt32(0))
      guard master >= 0, ioctl(master, setLock, &lock) == 0, ioctl(master, getNumber, &number) == 0
      else { throw POSIXError(.ENOTTY) }
      return (master, "/dev/pts/\(number)")
    #endif
  }

  private static func spawn(_ words: [String], on terminal: String) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // The first terminal that the leader of a session opens becomes its controlling terminal.
    #if canImport(Darwin)
      let ownSession = Int16(POSIX_SPAWN_SETSID)
    #else
      let ownSession = Int16(0x80)  // POSIX_SPAWN_SETSID, which Swift does not see
    #endif
    posix_spawnattr_setflags(&attributes, ownSession)
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var pointers = words.map { strdup($0) } + [nil]
    defer { for pointer in pointers { free(pointer) } }
    var child: pid_t = 0
    let status = posix_spawn(&child, words[0], &actions, &attributes, &pointers, environ)
    guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: status) ?? .EINVAL) }
    return child
  }

  private static func resize(_ master: Int32, _ columns: UInt16) {
    var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Makes the window another width; the program is told by a signal.
  func resize(columns: UInt16) { Self.resize(master, columns) }

  /// Types keys: "\n" is Enter, "\u{3}" Ctrl-C, "\u{4}" Ctrl-D.
  func type(_ keys: String) {
    _ = Array(keys.utf8).withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
  }

  /// Waits for a text, five minutes at most; says what was shown since the last wait, that included.
  func wait(for text: String) async -> String? {
    var found: String?
    _ = await eventually {
      readWhatIsThere()
      let shown = String(decoding: output.dropFirst(seen), as: UTF8.self)
        .replacing("\r\n", with: "\n")
      guard let end = shown.firstRange(of: text)?.upperBound else { return false }
      found = String(shown[..<end])
      // Counted in the terminal's own lines, whose ends have two characters.
      seen += found.map { $0.replacing("\n", with: "\r\n").utf8.count } ?? 0
      return true
    }
    return found
  }

  /// Waits for the program's end; says how it ended and what was shown since the last wait.
  func end() async -> (exit: Exit, shown: String) {
    let (child, children) = (child, children)
    let exit = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: Spawn.wait(for: child, among: children))
      }
    }
    readWhatIsThere()
    let shown = String(decoding: output.dropFirst(seen), as: UTF8.self)
    return (exit, shown.replacing("\r\n", with: "\n"))
  }

  private func readWhatIsThere() {
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = read(master, &buffer, buffer.count)
      guard count > 0 else { return }
      output += buffer[..<count]
    }
  }
}
