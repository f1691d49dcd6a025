import Foundation

@testable import LabKit

/// A lab that runs beside a test; what it and its program say goes into a file.
struct RunningLab {
  private let process: pid_t
  private let file: URL

  /// Starts it.
  ///
  /// - Parameters:
  ///   - words: its arguments.
  ///   - folder: where the file may lie.
  /// - Throws: if there can be no file, or the lab can't be started.
  init(_ words: [String], in folder: URL) throws {
    file = folder.appendingPathComponent("said")
    try Data().write(to: file)
    let output = try FileHandle(forWritingTo: file)
    let lab = BuiltPrograms.folder.appendingPathComponent("lab").path
    process = try Spawn.lock.withLock { _ in
      try Spawn.start(
        [lab] + words, output: output.fileDescriptor, errors: output.fileDescriptor)
    }
  }

  /// What was said so far.
  var said: String { (try? String(contentsOf: file, encoding: .utf8)) ?? "" }

  /// Signals the lab alone; a terminal would signal its program as well.
  func signal(_ number: Int32) { kill(process, number) }

  /// Waits for its end, and ends it and its program after five minutes.
  func exit() async -> Exit {
    let watchdog = Task {
      try await Task.sleep(for: .seconds(300))
      kill(-process, SIGKILL)
    }
    defer { watchdog.cancel() }
    return await Task.detached { Spawn.wait(for: process, among: Children()) }.value
  }
}
