import Foundation
import Testing

@testable import LabKit

/// The programs as they were built, run as a person runs them.
enum BuiltPrograms {
  /// The folder with the built programs: the test program's own, or on a Mac its bundle's.
  static var folder: URL {
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }
    return bundle?.bundleURL.deletingLastPathComponent() ?? Bundle.main.bundleURL
  }

  static var installation: Installation {
    Installation(beside: folder.appendingPathComponent("lab"))
  }

  /// Runs a program of the build folder at 80 columns, wherever the tests themselves are run.
  static func run(
    _ program: String, _ arguments: [String] = [], answers: [String] = [], timeout: Double = 120
  ) async throws -> ChildResult {
    let path = folder.appendingPathComponent(program).path
    let answering = "answers=$1; shift; printf '%s' \"$answers\" | \"$@\""
    let words =
      answers.isEmpty
      ? [path] : ["/bin/sh", "-c", answering, "sh", answers.joined(separator: "\n") + "\n", path]
    return try await ChildProcess(
      executable: URL(fileURLWithPath: "/usr/bin/env"),
      arguments: ["-u", "COLUMNS"] + words + arguments, timeout: timeout
    ).run(among: Children())
  }

  /// Runs a line of shell with `$LAB` as the lab.
  static func shell(_ line: String, lab: URL? = nil) async throws -> ChildResult {
    let lab = lab ?? folder.appendingPathComponent("lab")
    return try await ChildProcess(
      executable: URL(fileURLWithPath: "/usr/bin/env"),
      arguments: ["-u", "COLUMNS", "LAB=\(lab.path)", "/bin/sh", "-c", line], timeout: 120
    ).run(among: Children())
  }

  /// Skips the test, with lldb's own words, where lldb can't start.
  static func requireDebugger() async throws {
    do {
      _ = try await Debugger.find(
        path: ProcessInfo.processInfo.environment["PATH"] ?? "", among: Children())
    } catch {
      try Test.cancel("\(error)")
    }
  }

  /// Makes a folder for one test, with copies of built programs and with scripts in it.
  static func withCopies<Result>(
    of programs: [String: String], scripts: [String: String] = [:],
    _ body: (URL) async throws -> Result
  ) async throws -> Result {
    let files = FileManager.default
    let copies = files.temporaryDirectory.appendingPathComponent("a copy \(UUID().uuidString)")
    try files.createDirectory(at: copies, withIntermediateDirectories: true)
    defer { try? files.removeItem(at: copies) }
    // A process started meanwhile would hold a program open for writing: "text file busy".
    try Spawn.lock.withLock { _ in
      for (name, original) in programs {
        try files.copyItem(
          at: folder.appendingPathComponent(original), to: copies.appendingPathComponent(name))
      }
      for (name, script) in scripts {
        let file = copies.appendingPathComponent(name)
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
        try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
      }
    }
    return try await body(copies)
  }
}

/// Awaits a condition, five minutes at most; says whether it came to hold.
func eventually(_ condition: () throws -> Bool) async rethrows -> Bool {
  let deadline = ContinuousClock.now + .seconds(300)
  while ContinuousClock.now < deadline {
    if try condition() { return true }
    try? await Task.sleep(for: .milliseconds(5))
  }
  return try condition()
}
