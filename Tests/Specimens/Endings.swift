import Foundation

/// Ways for a program to end, each with a ring leaked before.
enum Ending: String, CaseIterable {
  case crash, terminated, leave, quick, fork, exec, failedExec, ignoresChildren, fromThread,
    closesFiles
  case twice, inHandler, smallStack, smallStackExec, childHandler, waitsForSignal
  case lastThread, noFiles, noFileSize
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
    case .twice: for _ in 0..<2 { Thread.detachNewThread { exit(7) } }
    case .inHandler:
      signal(SIGALRM) { _ in exit(8) }
      raise(SIGALRM)
    case .smallStack: Self.onSmallStack(nil) { _ in exit(9) }
    case .smallStackExec:
      var words = [strdup("sh"), strdup("-c"), strdup("exit 6"), nil]
      Self.onSmallStack(&words) { words in
        guard let words else { return nil }
        execv("/bin/sh", words.assumingMemoryBound(to: UnsafeMutablePointer<CChar>?.self))
        return nil
      }
      sleep(60)
    case .childHandler: signal(SIGCHLD) { _ in _ = write(1, "a child\n", 8) }
    case .waitsForSignal: waitForSignal()
    case .lastThread:
      Thread.detachNewThread { wait { ThreadState.of(thread: getpid()) == "Z" } }
      pthread_exit(nil)
    case .noFiles: limit(RLIMIT_NOFILE)
    case .noFileSize: limit(RLIMIT_FSIZE)
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
    let waits: [Ending] = [
      .terminated, .fromThread, .twice, .smallStack, .interrupted,
    ]
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

  /// A thread with no more of a stack than the system allows.
  private static func onSmallStack(
    _ argument: UnsafeMutableRawPointer?,
    _ body: @escaping @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer?
  ) {
    var (thread, attributes) = (pthread_t(), pthread_attr_t())
    pthread_attr_init(&attributes)
    pthread_attr_setstacksize(&attributes, 16384)
    pthread_create(&thread, &attributes, body, argument)
  }

  /// Blocks a signal that would end the program in every thread that it knows of, and gives one
  /// that it doesn't know of the time to take it.
  private func waitForSignal() {
    var (signals, signal) = (sigset_t(), Int32(0))
    sigemptyset(&signals)
    sigaddset(&signals, SIGUSR1)
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    kill(getpid(), SIGUSR1)
    settle()
    sigwait(&signals, &signal)
  }

  private func limit(_ resource: __rlimit_resource) {
    var none = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(resource.rawValue), &none)
  }

  private func become(_ path: String, _ words: [String]) {
    var pointers = words.map { strdup($0) } + [nil]
    execv(path, &pointers)
  }
}
