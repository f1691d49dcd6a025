import Foundation
import Testing

@testable import LabKit

/// The walk through lldb, on the real programs; skipped where lldb can't start.
@Suite(.serialized)
struct DebuggerTests {
  private func retainCount(_ transcript: String) -> Int? {
    transcript.firstMatch(of: /\(UInt\) \$R0 = (\d+)/).flatMap { Int($0.1) }
  }

  @Test func `a leak never comes to its deinit, its fix does`() async throws {
    try await BuiltPrograms.requireDebugger()
    let leak = try await BuiltPrograms.run("lab", ["debug", "helper", "--batch"])
    let headings = leak.output.text.matches(of: /── .* ──/).map { String($0.0) }
    #expect(
      headings == [
        "── Helper.swift:37: the line that makes the leak ──",
        "── Helper.swift:26: the owner lets go ──",
      ])
    #expect(retainCount(leak.output.text) == 3)
    #expect(leak.exit == .status(0))

    let fix = try await BuiltPrograms.run("lab", ["debug", "fix-helper", "--batch"])
    #expect(fix.output.text.contains(/── Helper\.swift:40: the check mark in the deinit ──/))
    #expect(retainCount(fix.output.text) == 2)
    #expect(fix.exit == .status(0))
  }

  /// `DebugScript` relies on the one and avoids the other: this notices a toolchain that differs.
  @Test func `lldb's own refcount keeps what it was asked about, the library's does not`()
    async throws
  {
    try await BuiltPrograms.requireDebugger()
    func verdict(after question: String) async throws -> Bool {
      let lldb = try await Debugger.find(
        path: ProcessInfo.processInfo.environment["PATH"] ?? "", among: Children())
      let result = try await ChildProcess(
        executable: lldb.executable,
        arguments: [
          "--batch", "-o",
          "breakpoint set --file Helper.swift --line 26 --auto-continue true --command '\(question)'",
          "-o", "run", "--", BuiltPrograms.folder.appendingPathComponent("fix-helper").path,
        ], timeout: 120
      ).run(among: Children())
      return result.output.text.contains("✓ Lookout was freed")
    }
    #expect(try await verdict(after: DebugScript.retainCount(of: "lookout")))
    #expect(try await !verdict(after: "language swift refcount lookout"))
  }

  @Test(arguments: Catalog.programs)
  func `lldb finds code at every stop`(program: Program) async throws {
    try await BuiltPrograms.requireDebugger()
    let installation = BuiltPrograms.installation
    let walk = DebugWalk(
      file: try installation.source(of: program).lastPathComponent,
      lines: try installation.lines(of: program))
    let lldb = try await Debugger.find(
      path: ProcessInfo.processInfo.environment["PATH"] ?? "", among: Children())
    let breakpoints = walk.stops.flatMap {
      ["-o", "breakpoint set --file \(walk.file) --line \($0.line)"]
    }
    let result = try await ChildProcess(
      executable: lldb.executable,
      arguments: ["--batch"] + breakpoints + [installation.executable(of: program).path],
      timeout: 120
    ).run(among: Children())
    #expect(
      result.output.text.matches(of: /Breakpoint \d+: (where|\d+ loc)/).count == walk.stops.count)
  }
}
