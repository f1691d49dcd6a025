import Foundation

/// The toolchain's lldb.
struct Debugger {
  let executable: URL

  /// Finds lldb in the folders of `PATH`, and sees that it starts.
  ///
  /// - Parameters:
  ///   - path: The folders to look in, in the form of `PATH`.
  ///   - children: Where the trial start is registered while it runs.
  /// - Returns: A debugger that has started once.
  /// - Throws: `DebuggerError` with lldb's own words.
  static func find(
    path: String, among children: Children
  ) async throws(DebuggerError) -> Debugger {
    let candidates = path.split(separator: ":").map { String($0) + "/lldb" }
    guard let found = candidates.first(where: FileManager.default.isExecutableFile(atPath:)) else {
      throw .notFound
    }
    let executable = URL(fileURLWithPath: found)
    let trial = ChildProcess(executable: executable, arguments: ["--version"], timeout: 20)
    let result: ChildResult
    do {
      result = try await trial.run(among: children)
    } catch {
      throw .doesNotStart(found, words: error.localizedDescription)
    }
    guard result.exit == .status(0) else {
      let words = (result.errors.text + result.output.text)
        .trimmingCharacters(in: .whitespacesAndNewlines)
      throw .doesNotStart(found, words: words.isEmpty ? "\(result.exit)" : words)
    }
    return Debugger(executable: executable)
  }

  /// Becomes lldb: the terminal, its keys and its signals are lldb's from here on.
  ///
  /// - Returns: Only if that failed.
  func takeOver(arguments: [String]) -> DebuggerError {
    Interruption.restoreDefaults()  // what is ignored would stay ignored in lldb
    let words = [executable.path] + arguments
    var pointers = words.map { strdup($0) } + [nil]
    execv(executable.path, &pointers)
    let why = String(cString: strerror(errno))
    for pointer in pointers { free(pointer) }
    return .doesNotStart(executable.path, words: why)
  }
}

/// Why there is no debugger.
enum DebuggerError: Error, Equatable, CustomStringConvertible {
  case notFound
  case doesNotStart(String, words: String)
  case didNotEnd(seconds: Double)
  case sawNothing(words: String)

  var description: String {
    switch self {
    case .notFound:
      "There is no lldb on PATH. It comes with the Swift toolchain, beside 'swift'."
    case .doesNotStart(let path, let words):
      """
      lldb doesn't start: \(path) says:
        \(words.replacingOccurrences(of: "\n", with: "\n  "))
      \(Self.remedy(words))
      """
    case .didNotEnd(let seconds):
      "lldb had not ended after \(seconds) s, and was ended. A longer deadline: --timeout SECONDS"
    case .sawNothing(let words):
      """
      lldb started, and stopped nowhere. It says:
        \(words.replacingOccurrences(of: "\n", with: "\n  "))
      Its programs have to be built for debugging: swift build
      """
    }
  }

  /// What to do about it, as far as lldb's words tell.
  private static func remedy(_ words: String) -> String {
    guard let library = words.firstMatch(of: /libpython([0-9.]+?)\.so[0-9.]*/) else {
      return "Try '\(words.isEmpty ? "lldb" : "lldb --version")' by itself until that works."
    }
    return """
      It needs \(library.0): install Python \(library.1), or put the folder that has that file \
      on LD_LIBRARY_PATH.
      """
  }
}
