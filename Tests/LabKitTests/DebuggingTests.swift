import Foundation
import Testing

@testable import LabKit

struct DebuggingTests {
  private let source = """
    func run(_ trial: Trial) {
      trial.watch(board.times)
      trial.ownerLetsGo("Gone.")
    }

    final class Model {
      // LEAK: a reason
      // in two lines
      model.closure = { self.x += 1 }

      deinit {
        logDeinit(self)
      }
    }
    """.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)

  private var walk: DebugWalk { DebugWalk(file: "Mine.swift", lines: source) }

  @Test func `the stops are where the marks are, in the order they are come to`() {
    #expect(
      walk.stops == [
        DebugWalk.Stop(place: .leakIsMade, line: 9), DebugWalk.Stop(place: .ownerLetsGo, line: 3),
        DebugWalk.Stop(place: .deinitRuns, line: 12),
      ])
    #expect(walk.watched == ["board.times"])
  }

  @Test func `an unattended walk goes from stop to stop and looks`() {
    let commands = [
      "settings set stop-line-count-before 0", "settings set stop-line-count-after 0",
      "breakpoint set --file Mine.swift --line 9 --one-shot true",
      "breakpoint set --file Mine.swift --line 3",
      "breakpoint set --file Mine.swift --line 12 --breakpoint-name deinit --disable",
      "breakpoint set --name exit --command 'process kill'",
      "run", "frame variable", "bt 3", "continue",
      "frame variable board", "expression -- _getRetainCount(board.times)",
      "language swift refcount board.times",
      "expression -- Unmanaged.passUnretained(board.times).release()",
      "breakpoint enable deinit", "continue", "bt 5", "continue",
    ]
    #expect(
      DebugScript(walk: walk).unattended("/a b/mine")
        == ["--batch", "--no-use-colors"] + commands.flatMap { ["-o", $0] } + ["--", "/a b/mine"])
  }

  @Test func `at the keyboard lldb waits at each stop`() {
    #expect(
      DebugScript(walk: walk).interactive("/a b/mine") == [
        "-o", "breakpoint set --file Mine.swift --line 9 --one-shot true",
        "-o",
        "breakpoint set --file Mine.swift --line 3 --command 'breakpoint enable deinit'",
        "-o", "breakpoint set --file Mine.swift --line 12 --breakpoint-name deinit --disable",
        "-o", "run", "--", "/a b/mine",
      ])
  }

  @Test func `a transcript keeps what a reader wants`() {
    let output = """
      (lldb) target create "/a/mine"
      (lldb) run\r
      mine · expected: freed\r
      Process 12 launched: '/a/mine' (x86_64)
      Process 12 stopped
      * thread #1, name = 'mine', stop reason = one-shot breakpoint 1
          frame #0: 0x0000555555580458 mine`Model.start() at Mine.swift:9:5
      -> 9     model.closure = { self.x += 1 }
      Target 0: (mine) stopped.
      (lldb) bt 3
      * thread #1, name = 'mine', stop reason = one-shot breakpoint 1
        * frame #0: 0x0000555555580458 mine`Model.start() at Mine.swift:9:5
      (lldb) expression -- _getRetainCount(board.times)
      (UInt) $R0 = 3
      (lldb) language swift refcount board.times
      refcount data: (strong = 4, unowned = 1, weak = 3)
      (lldb) expression -- Unmanaged.passUnretained(board.times).release()
      () $R1 = {}
      (lldb) breakpoint enable deinit
      1 breakpoints enabled.
      (lldb) continue
      Process 12 resuming
      Process 12 stopped
      * thread #1, name = 'mine', stop reason = breakpoint 3.1
          frame #0: 0x0000555555580748 mine`Model.deinit() at Mine.swift:12:15
      Target 0: (mine) stopped.
      (lldb) continue
      (lldb)  process kill
      Process 12 resuming
      Process 12 exited with status = -1 (0xffffffff)
      * thread #1, name = 'mine', stop reason = breakpoint 4.1
          frame #0: 0x00007ffff6283680 libc.so.6`exit(status=<unavailable>) at exit.c:145:1
      Target 0: (mine) stopped.
      (lldb) bt 5
      error: Command requires a process, which is currently stopped.
        ✓ Model deinit\r
      """
    let transcript = DebugTranscript(output, of: walk)
    #expect(
      transcript.lines.map(\.text).joined(separator: "\n") == """
        mine · expected: freed

        ── Mine.swift:9: the line that makes the leak ──
        -> 9     model.closure = { self.x += 1 }
          (lldb) bt 3
          * frame #0: 0x0000555555580458 mine`Model.start() at Mine.swift:9:5
          (lldb) expression -- _getRetainCount(board.times)
        (UInt) $R0 = 3
          (lldb) language swift refcount board.times
        refcount data: (strong = 4, unowned = 1, weak = 3)
          = retain count 2: the first answer counts the question, the second that and lldb

        ── Mine.swift:12: the check mark in the deinit ──
          ✓ Model deinit
        """)
    #expect(transcript.stops.map(\.place) == [.leakIsMade, .deinitRuns])
    #expect(transcript.sawDeinit)
  }

  @Test func `lldb that is not there, or does not start, is told in its own words`() async throws {
    await #expect(throws: DebuggerError.notFound) {
      try await Debugger.find(path: "/nowhere", among: Children())
    }
    let words = "lldb: libpython3.10.so.1.0: cannot open shared object file"
    let programs = try FakePrograms(["lldb": "echo '\(words)' >&2; exit 127"])
    let path = programs.folder.path
    let error = await #expect(throws: DebuggerError.self) {
      try await Debugger.find(path: "/nowhere:\(path)", among: Children())
    }
    #expect(
      error?.description == """
        lldb doesn't start: \(path)/lldb says:
          \(words)
        It needs libpython3.10.so.1.0: install Python 3.10, or put the folder that has that \
        file on LD_LIBRARY_PATH.
        """)
  }
}
