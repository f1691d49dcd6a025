import Foundation

/// Ways for a program to end, each with a ring leaked before.
enum Ending: String, CaseIterable {
  case crash, terminated, leave, quick, fork, exec, failedExec, ignoresChildren, fromThread,
    closesFiles
  case interrupted, grows

  func happen() {
    Self.leak()
    switch self {
    case .crash: fatalError("as it was told")
    case .terminated: kill(getpid(), SIGTERM)
    case .leave: _exit(3)
    case .quick: quickExit(4)
    case .fork: if forkSelf() == 0 { exit(5) }
    case .exec: become("/bin/sh", ["sh", "-c", "exit 6"])
    case .failedExec: become("/nothing/there", ["nothing"])
    case .ignoresChildren: signal(SIGCHLD, SIG_IGN)
    case .fromThread: Thread.detachNewThread { exit(7) }
    case .closesFiles: for file in 0..<Int32(256) { close(file) }
    case .interrupted: print("waits")
    case .grows:
      while true {
        Self.leak()
        print("one more")
        fflush(nil)
        usleep(10_000)
      }
    }
    fflush(nil)
    let waits: [Ending] = [.terminated, .fromThread, .interrupted]
    if waits.contains(self) { while true { sleep(60) } }
  }

  @inline(never) private static func leak() {
    let loop = Loop()
    loop.itself = loop
    use(loop)
  }

  /// What Swift's import of the C library leaves out, called by name.
  private func forkSelf() -> Int32 {
    typealias Function = @convention(c) () -> Int32
    return dlsym(nil, "fork").map { unsafeBitCast($0, to: Function.self)() } ?? -1
  }

  private func quickExit(_ status: Int32) {
    typealias Function = @convention(c) (Int32) -> Void
    if let symbol = dlsym(nil, "quick_exit") { unsafeBitCast(symbol, to: Function.self)(status) }
  }

  private func become(_ path: String, _ words: [String]) {
    var pointers = words.map { strdup($0) } + [nil]
    execv(path, &pointers)
  }
}
