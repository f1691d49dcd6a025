import Foundation

@testable import LabKit

/// A package to practise in, with a lab of its own, so that nobody's files are touched.
struct PracticePackage: ~Copyable {
  let folder: URL
  let programs: URL

  /// The words that run its lab with these settings of the environment.
  func lab(_ settings: String..., arguments: [String]) -> [String] {
    ["/usr/bin/env", "-u", "COLUMNS"] + settings
      + [programs.appendingPathComponent("lab").path] + arguments
  }

  /// Makes a package with copies of these files and folders of the real one.
  init(copying names: [String]) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("practice \(UUID().uuidString)").resolvingSymlinksInPath()
    programs = folder.appendingPathComponent(".build/triple/debug")
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    for name in names {
      let copy = folder.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: copy.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager.default.copyItem(
        at: DocumentTests.package.appendingPathComponent(name), to: copy)
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Puts the built lab into a folder of the package.
  func installLab(in programs: URL) throws {
    try Spawn.lock.withLock { _ in
      try FileManager.default.copyItem(
        at: BuiltPrograms.folder.appendingPathComponent("lab"),
        to: programs.appendingPathComponent("lab"))
    }
  }

  /// Writes a program that is a shell script.
  func install(_ script: String, as name: String) throws {
    let file = programs.appendingPathComponent(name)
    try Spawn.lock.withLock { _ in
      try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
  }

  /// Runs a command in the package's folder.
  func run(_ words: [String]) async throws -> ChildResult {
    try await ChildProcess(
      executable: URL(fileURLWithPath: "/bin/sh"),
      arguments: ["-c", "cd \"$0\" && exec \"$@\"", folder.path] + words, timeout: 600
    ).run(among: Children())
  }

  func leak(_ pair: Pair) -> URL { folder.appendingPathComponent("Leaks/\(pair.fileName)") }
}
