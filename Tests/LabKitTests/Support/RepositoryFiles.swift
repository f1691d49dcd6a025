import Foundation

/// The package that these tests were built from.
enum RepositoryFiles {
  /// Its folder.
  static var package: URL? {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return tests.deletingLastPathComponent()
  }
}
