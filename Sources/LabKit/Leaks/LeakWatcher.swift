import Foundation
import HeapGraph
import Synchronization

/// Runs a program that knows nothing of the lab, and has its heap read.
struct LeakWatcher: Sendable {
  let installation: Installation
  let options: LeaksOptions
  /// Called with each report that was asked for while the program runs, and with the one before.
  let onReport: @Sendable (_ number: Int, HeapReport, _ before: HeapReport?) -> Void

  /// Runs the program.
  func run() async -> WatchOutcome {
    do {
      return try await watch()
    } catch let failure as WatchFailure {
      return WatchOutcome(program: options.program, failure: failure)
    } catch {
      return WatchOutcome(
        program: options.program,
        failure: .couldNotStart(options.program[0], why: error.localizedDescription))
    }
  }

  private func watch() async throws -> WatchOutcome {
    let preload = installation.programs.appendingPathComponent("CLeakPreload")
    let reporter = installation.programs.appendingPathComponent("LeakReporter")
    for file in [preload, reporter]
    where !FileManager.default.isReadableFile(atPath: file.path) {
      throw WatchFailure.notBuilt(file.path)
    }
    let path = Self.resolve(options.program[0])
    let image = ElfFile(path: path)
    let folder = try WatchFolder(
      preload: preload, reporter: reporter, runtime: Self.ownRuntime, question: options.question,
      whileRunning: options.whileRunning)
    defer { folder.remove() }
    let isSanitized = image?.isSanitized == true
    let theirs = ProcessInfo.processInfo.environment["LD_PRELOAD"]
    let environment =
      isSanitized
      ? [:]
      : [
        "LAB_LEAKS": folder.folder.path,
        "LD_PRELOAD": theirs.map { "\($0):\(folder.preload)" } ?? folder.preload,
      ]
    let program = WatchedProgram(
      words: options.program, environment: environment, forwardsUserSignal: options.whileRunning)
    let exit = try await options.whileRunning ? watch(program, in: folder) : program.run()
    var reports: [HeapReport] = []
    for number in 1... {
      guard let report = try folder.report(number) else { break }
      reports.append(report)
    }
    var outcome = WatchOutcome(
      program: [path] + options.program.dropFirst(), exit: exit, events: folder.events,
      reports: reports, lastWords: folder.lastWords, file: ElfFile.init)
    if isSanitized { outcome.failure = .sanitizer(path) }
    return outcome
  }

  /// Runs the program and hands on each report that it is asked for.
  private func watch(_ program: WatchedProgram, in folder: WatchFolder) async throws -> Exit {
    let feed = try ReportFeed(folder: folder)
    let before = Mutex<HeapReport?>(nil)
    let listening = feed.start { number, report in
      let last = before.withLock { before in
        defer { before = report }
        return before
      }
      if report.cause == "asked" { onReport(number, report, last) }
    }
    let exit: Result<Exit, any Error>
    do { exit = .success(try await program.run()) } catch { exit = .failure(error) }
    feed.end()
    await listening.value
    return try exit.get()
  }

  /// Where a program's name leads, as a shell would find it.
  private static func resolve(_ name: String) -> String {
    if name.contains("/") { return name }
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) } ?? name
  }

  /// The Swift runtime that the lab is running with; the reporter was linked with the same one.
  static var ownRuntime: String {
    // Read to its end, as its size is said to be 0.
    let data = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()
    let map = String(decoding: data ?? Data(), as: UTF8.self)
    let line = map.split(separator: "\n").first { $0.hasSuffix("/libswiftCore.so") }
    return line.flatMap { line in line.firstIndex(of: "/").map { String(line[$0...]) } } ?? ""
  }
}
