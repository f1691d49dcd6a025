import Foundation

/// Builds programs of the package with the toolchain's own `swift build`, into the folder that
/// the lab runs them from.
struct PackageBuild: Sendable {
  /// How long one build may take: it may be the first of all.
  private static let timeout = 600.0

  private let swift: URL
  private let arguments: [String]

  /// Finds `swift` in the folders of `PATH`, and the build folder above the programs.
  ///
  /// - Throws: `BuildError` if there is no `swift`, or the lab runs elsewhere than in a build
  ///   folder; `SourceError` if the package's folder isn't there.
  init(_ installation: Installation, path: String) throws {
    guard let package = installation.package else {
      throw SourceError.noPackage(above: installation.programs.path)
    }
    let candidates = path.split(separator: ":").map { String($0) + "/swift" }
    guard let swift = candidates.first(where: FileManager.default.isExecutableFile(atPath:)) else {
      throw BuildError.noSwift
    }
    // SCRATCH/TRIPLE/CONFIGURATION/lab, as SwiftPM lays it out.
    let configuration = installation.programs.lastPathComponent
    let scratch = installation.programs.deletingLastPathComponent().deletingLastPathComponent()
    guard ["debug", "release"].contains(configuration),
      FileManager.default.fileExists(atPath: scratch.appendingPathComponent("build.db").path)
    else { throw BuildError.noBuildFolder(installation.programs.path) }
    self.swift = URL(fileURLWithPath: swift)
    arguments = [
      "build", "--quiet", "--package-path", package.path, "--scratch-path", scratch.path,
      "--configuration", configuration, "--product",
    ]
  }

  /// Builds one program.
  ///
  /// - Returns: What the compiler said if it did not compile, or nil if it was built.
  /// - Throws: `BuildError` if the build failed for another reason than the source.
  func build(_ program: Program, among children: Children) async throws -> String? {
    let result = try await ChildProcess(
      executable: swift, arguments: arguments + [program.name], timeout: Self.timeout
    ).run(among: children)
    if result.exit == .status(0) { return nil }
    let words = (result.output.text + result.errors.text)
      .trimmingCharacters(in: .whitespacesAndNewlines)
    guard words.contains(#/\.swift:\d+:\d+: error: /#) else {
      throw BuildError.failed(program.name, exit: result.exit, words: words)
    }
    return words
  }
}

/// Why a program could not be built.
enum BuildError: Error, Equatable, CustomStringConvertible {
  case noSwift
  case noBuildFolder(String)
  case failed(String, exit: Exit, words: String)

  private static func words(_ exit: Exit) -> String {
    switch exit {
    case .status(let status): "with status \(status)"
    case .signal(let signal): "by \(SignalName.of(signal))"
    case .timedOut(let seconds): "to end within \(seconds) s"
    }
  }

  var description: String {
    switch self {
    case .noSwift:
      "There is no swift on PATH, and practice has to build. It comes with the Swift toolchain."
    case .noBuildFolder(let folder):
      """
      The lab runs in \(folder), which is no build folder of SwiftPM, and practice has to build. \
      Run it from the package: swift run lab practice
      """
    case .failed(let program, let exit, let words):
      """
      'swift build --product \(program)' failed \(Self.words(exit)), and not for an error in a source:
        \(words.isEmpty ? "it said nothing" : words.replacingOccurrences(of: "\n", with: "\n  "))
      Try 'swift build' by itself until that works.
      """
    }
  }
}
