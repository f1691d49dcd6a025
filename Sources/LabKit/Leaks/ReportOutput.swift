import Foundation

/// Where a report goes: standard error, or a file.
///
/// The file is opened before the program is run, so that no run is lost for want of one, and
/// emptied only when there is a report to write. It may be a pipe: it stays open until the end.
final class ReportOutput: Sendable {
  private let path: String?
  private let descriptor: Int32

  /// Opens a file; nil is standard error.
  ///
  /// - Throws: `ReportOutputError` if that can't be.
  init(path: String?) throws(ReportOutputError) {
    self.path = path
    descriptor = path.map { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o666) } ?? STDERR_FILENO
    if let path, descriptor < 0 { throw ReportOutputError(path: path, code: errno) }
  }

  deinit {
    if path != nil { close(descriptor) }
  }

  /// Writes behind what was written before, or in place of all that is there.
  ///
  /// - Parameters:
  ///   - text: what to write.
  ///   - isFirst: whether what is there goes.
  /// - Throws: `ReportOutputError` if it can't be written; it is on standard error then.
  func write(_ text: String, isFirst: Bool) throws(ReportOutputError) {
    if path != nil, isFirst {
      // Neither is there for a pipe, which has nothing to be rid of.
      ftruncate(descriptor, 0)
      lseek(descriptor, 0, SEEK_SET)
    }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else {
        let code = errno
        if path != nil { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
        throw ReportOutputError(path: path ?? "standard error", code: code)
      }
      rest = rest.dropFirst(count)
    }
  }
}

/// Why there is no report in a file.
struct ReportOutputError: Error, Equatable, CustomStringConvertible {
  let path: String
  let code: Int32

  var description: String {
    "The report can't be written to \(path): \(String(cString: strerror(code)))."
  }
}
