import Foundation
import HeapGraph

/// Hears of each report as it is complete, while the program still runs.
///
/// Waits in the kernel for files that come into the folder. The lab ends it with a file of its own.
final class ReportFeed: Sendable {
  private static let endMark = "ended"

  private let folder: WatchFolder
  private let handle: Int32

  /// Begins to listen; what comes later is not missed.
  ///
  /// - Throws: A POSIX error if the system has no such thing.
  init(folder: WatchFolder) throws {
    self.folder = folder
    #if os(Linux)
      handle = inotify_init1(Int32(IN_CLOEXEC))
      guard handle >= 0,
        inotify_add_watch(handle, folder.folder.path, UInt32(IN_MOVED_TO | IN_CREATE)) >= 0
      else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    #else
      throw POSIXError(.ENOTSUP)
    #endif
  }

  deinit {
    close(handle)
  }

  /// Calls back with each report and its number until `end()`; returns at once.
  ///
  /// - Returns: A task that ends when the last report was handed on.
  func start(_ onReport: @escaping @Sendable (Int, HeapReport) -> Void) -> Task<Void, Never> {
    Task {
      await withCheckedContinuation { continuation in
        // A thread of its own: the read blocks.
        Thread.detachNewThread {
          self.listen(onReport)
          continuation.resume()
        }
      }
    }
  }

  /// Lets the listening end, after what has come before.
  func end() {
    try? Data().write(to: folder.folder.appendingPathComponent(Self.endMark))
  }

  private func listen(_ onReport: (Int, HeapReport) -> Void) {
    #if os(Linux)
      var next = 1
      var buffer = [UInt8](repeating: 0, count: 4096)
      while true {
        let length = read(handle, &buffer, buffer.count)
        if length < 0, errno == EINTR { continue }
        guard length > 0 else { return }
        while let report = try? folder.report(next) {
          onReport(next, report)
          next += 1
        }
        // Names stand in the events as they are.
        if String(decoding: buffer[..<length], as: UTF8.self).contains(Self.endMark) { return }
      }
    #endif
  }
}
