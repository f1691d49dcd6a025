import Foundation

/// The toolchain's compiler.
struct SwiftCompiler {
  let executable: URL

  /// Finds swiftc in the folders of `PATH`.
  static func find(path: String) throws(CompilerError) -> SwiftCompiler {
    let candidates = path.split(separator: ":").map { String($0) + "/swiftc" }
    guard let found = candidates.first(where: FileManager.default.isExecutableFile(atPath:)) else {
      throw .notFound
    }
    return SwiftCompiler(executable: URL(fileURLWithPath: found))
  }
}

/// Why the compiler's word can't be had.
enum CompilerError: Error, Equatable, CustomStringConvertible {
  case notFound
  case saysNothing(String, words: String)

  var description: String {
    switch self {
    case .notFound:
      "There is no swiftc on PATH. It comes with the Swift toolchain, beside 'swift'."
    case .saysNothing(let source, let words):
      "This compiler has nothing against \(source)\(words.isEmpty ? "" : ": " + words)"
    }
  }
}
