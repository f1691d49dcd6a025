import Foundation
import Testing

@testable import LabKit

/// The walk through lldb, on the real programs; skipped where lldb can't start.
@Suite(.serialized)
struct DebuggerTests {
  /// The retain counts on which the library and lldb agreed.
  private func retainCounts(_ transcript: String) -> [Int] {
    transcript.matches(of: /= retain count (\d+):/).compactMap { Int($0.1) }
  }

  @Test func `a leak never comes to its deinit, its fix does`() async throws {
    try await BuiltPrograms.requireDebugger()
    let leak = try await BuiltPrograms.run("lab", ["debug", "helper", "--batch"])
    let headings = leak.output.text.matches(of: /── .* ──/).map { String($0.0) }
    #expect(
      headings == [
        "── Helper.swift:39: the line that makes the leak ──",
        "── Helper.swift:28: the owner lets go ──",
      ])
    #expect(retainCounts(leak.output.text) == [2])
    #expect(leak.exit == .status(0))

    let fix = try await BuiltPrograms.run("lab", ["debug", "fix-helper", "--batch"])
    #expect(fix.output.text.contains(/── Helper\.swift:42: the check mark in the deinit ──/))
    #expect(retainCounts(fix.output.text) == [1])
    #expect(fix.exit == .status(0))
  }

  @Test(arguments: Catalog.programs)
  func `the walk comes by every stop, its retain counts agree, and it changes no verdict`(
    program: Program
  ) async throws {
    try await BuiltPrograms.requireDebugger()
    let installation = BuiltPrograms.installation
    let walk = DebugWalk(
      file: try installation.source(of: program).lastPathComponent,
      lines: try installation.lines(of: program))
    let transcript = try await BuiltPrograms.run("lab", ["debug", program.name, "--batch"])
    let expected = walk.stops
      .filter { program.expected == .freed || $0.place != .deinitRuns }
      .map { "── \(walk.file):\($0.line): \($0.place.description) ──" }
    let seen = transcript.output.text.matches(of: /── .* ──/).map { String($0.0) }
    #expect(seen == expected)
    #expect(retainCounts(transcript.output.text).count == walk.watched.count)
  }

  /// The walk gives back what lldb keeps: this notices a toolchain that differs.
  @Test func `lldb's own refcount keeps what it was asked about`() async throws {
    try await BuiltPrograms.requireDebugger()
    let lldb = try await Debugger.find(
      path: ProcessInfo.processInfo.environment["PATH"] ?? "", among: Children())
    let question = "language swift refcount lookout"
    let result = try await ChildProcess(
      executable: lldb.executable,
      arguments: [
        "--batch", "-o",
        "breakpoint set --file Helper.swift --line 28 --auto-continue true --command '\(question)'",
        "-o", "run", "--", BuiltPrograms.folder.appendingPathComponent("fix-helper").path,
      ], timeout: 120
    ).run(among: Children())
    #expect(!result.output.text.contains("✓ Lookout was freed"))
  }
}
