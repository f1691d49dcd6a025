import Foundation

/// The package that these tests were built from.
enum RepositoryFiles {
  /// Its folder.
  static let package = (1...4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }
}
