import Foundation

/// Runs programs and measures them.
enum Peer {
  struct Run {
    var output: String
    var seconds: Double
    /// Of the program and the children that it waited for.
    var processorSeconds: Double
    var status: Int32
  }

  /// Runs a program to its end; nil if it can't be started.
  static func run(_ path: String, _ arguments: [String], environment: [String: String] = [:])
    -> Run?
  {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    let (start, used) = (ContinuousClock.now, processorSeconds)
    do { try process.run() } catch { return nil }
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    return Run(
      output: String(decoding: data, as: UTF8.self), seconds: seconds,
      processorSeconds: processorSeconds - used, status: process.terminationStatus)
  }

  /// What all children that have ended used.
  private static var processorSeconds: Double {
    var usage = rusage()
    getrusage(.init(RUSAGE_CHILDREN.rawValue), &usage)
    let (user, system) = (usage.ru_utime, usage.ru_stime)
    return Double(user.tv_sec + system.tv_sec) + Double(user.tv_usec + system.tv_usec) / 1e6
  }

  /// Finds a program on the path.
  static func find(_ name: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Compiles a program; nil if there is no compiler.
  static func compile(main: String, options: [String], named name: String) -> String? {
    guard let compiler = find("swiftc") else { return nil }
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("leak-bench-\(getpid())")
    let source = folder.appendingPathComponent("main.swift")
    let program = folder.appendingPathComponent(name)
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try main.write(to: source, atomically: true, encoding: .utf8)
    } catch {
      return nil
    }
    let run = run(compiler, ["-O", source.path, "-o", program.path] + options)
    return run?.status == 0 ? program.path : nil
  }
}
