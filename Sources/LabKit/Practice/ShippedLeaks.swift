import Foundation

/// The twelve leaks as they are shipped, and the learner's own beside them.
///
/// The package carries a copy of each file of Leaks/, so a leak comes back in a clone and in an
/// unpacked archive alike.
struct ShippedLeaks: Sendable {
  let installation: Installation

  /// The file that the learner edits.
  ///
  /// - Throws: `SourceError` if the package's folder isn't there.
  func file(of pair: Pair) throws(SourceError) -> URL {
    try folder().appendingPathComponent(Program.half(.leak, of: pair).source)
  }

  /// The file as it is shipped, below the package's folder.
  private static func original(of pair: Pair) -> String {
    "Sources/LabKit/Practice/Shipped/\(pair.fileName).txt"
  }

  private func folder() throws(SourceError) -> URL {
    guard let package = installation.package else {
      throw .noPackage(above: installation.programs.path)
    }
    return package
  }

  /// A judge of what the learner wrote.
  ///
  /// - Throws: `SourceError` if one of the two files can't be read.
  func judge(of pair: Pair) throws(SourceError) -> PracticeJudge {
    PracticeJudge(
      shipped: try installation.lines(Self.original(of: pair)),
      written: try installation.lines(of: .half(.leak, of: pair)))
  }

  /// What a reset did.
  struct Reset: Equatable {
    /// Whether the file was not as shipped, or was not there.
    var didChange: Bool
    /// Where the learner's copy is kept, if there was one to keep.
    var kept: URL?
  }

  /// Brings the leak back.
  ///
  /// What was there is kept first, under a name that is not taken; only then is the file replaced,
  /// in one step.
  ///
  /// - Returns: What was done.
  /// - Throws: If a file can't be read or written; then the learner's file is as it was.
  func reset(_ pair: Pair) throws -> Reset {
    let shipped = try Data(contentsOf: installation.source(Self.original(of: pair)))
    let file = try file(of: pair)
    guard FileManager.default.fileExists(atPath: file.path) else {
      try shipped.write(to: file, options: .atomic)
      return Reset(didChange: true)
    }
    let written = try Data(contentsOf: file)
    if written == shipped { return Reset(didChange: false) }
    let kept = try keep(written, of: pair)
    try shipped.write(to: file, options: .atomic)
    return Reset(didChange: true, kept: kept)
  }

  /// Writes a copy under the first name of its kind that is free.
  private func keep(_ data: Data, of pair: Pair) throws -> URL {
    let folder = try folder().appendingPathComponent("Kept")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let name = pair.fileName.dropLast(".swift".count)
    for number in 1... {
      let copy = folder.appendingPathComponent("\(name)-\(number).swift")
      do {
        try data.write(to: copy, options: .withoutOverwriting)
        return copy
      } catch CocoaError.fileWriteFileExists {
        continue
      }
    }
    return folder  // not reached: the numbers don't end
  }
}
