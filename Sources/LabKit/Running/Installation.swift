import Foundation

/// Where the lab's programs and their sources are.
public struct Installation: Sendable {
  /// The folder with the executables.
  let programs: URL
  /// The package's folder, if it can be found.
  let package: URL?

  /// Makes an installation from its two folders.
  ///
  /// - Parameters:
  ///   - programs: The folder with the executables.
  ///   - package: The package's folder; nil where only the programs are there.
  public init(programs: URL, package: URL?) {
    self.programs = programs
    self.package = package
  }

  /// Finds the programs beside the running one, and the package above them or above the
  /// working folder.
  ///
  /// - Parameter executable: The running program, wherever it was started from.
  public init(beside executable: URL) {
    let programs = executable.resolvingSymlinksInPath().deletingLastPathComponent()
    let working = URL(fileURLWithPath: FileManager.default.currentDirectoryPath)
    self.init(
      programs: programs, package: Self.package(above: programs) ?? Self.package(above: working))
  }

  private static func package(above folder: URL) -> URL? {
    var folder = folder.standardizedFileURL
    while folder.path != "/" {
      if ["Package.swift", "Leaks", "Fixes"].allSatisfy({
        FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path)
      }) {
        return folder
      }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  func executable(of program: Program) -> URL { programs.appendingPathComponent(program.name) }

  /// Where a program's source is.
  ///
  /// - Throws: `SourceError` if the package's folder, or the file, isn't there.
  func source(of program: Program) throws(SourceError) -> URL { try source(program.source) }

  /// Where the source with that path below the package's folder is.
  func source(_ path: String) throws(SourceError) -> URL {
    guard let package else { throw .noPackage(above: programs.path) }
    let file = package.appendingPathComponent(path)
    guard FileManager.default.isReadableFile(atPath: file.path) else { throw .noFile(file.path) }
    return file
  }

  /// The lines of a program's source.
  func lines(of program: Program) throws(SourceError) -> [String] { try lines(program.source) }

  /// The lines of the source with that path below the package's folder.
  func lines(_ path: String) throws(SourceError) -> [String] {
    let file = try source(path)
    do {
      let text = try String(contentsOf: file, encoding: .utf8)
      return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map(
        String.init)
    } catch {
      throw .noFile(file.path)
    }
  }
}

/// Why a source can't be shown.
enum SourceError: Error, Equatable, CustomStringConvertible {
  case noPackage(above: String)
  case noFile(String)

  var description: String {
    switch self {
    case .noPackage(let folder):
      """
      The sources were not found: the package's folder is neither above \(folder) nor above the \
      working folder. Run this from inside the package.
      """
    case .noFile(let path):
      "The source can't be read: \(path). 'git checkout' brings it back."
    }
  }
}
