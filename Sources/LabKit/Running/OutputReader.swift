import Foundation
import Synchronization

/// What was read of one stream: its beginning, and how long it was.
struct CapturedOutput: Sendable {
  var beginning = Data()
  var byteCount = 0

  var text: String { String(decoding: beginning, as: UTF8.self) }
}

/// Reads one of a child's streams, on a thread of its own, while the child runs.
///
/// A blocking read and no dispatch source: a handle that is closed while its source still waits
/// crashed libdispatch now and then (Swift 6.3.1, Linux).
final class OutputReader: Sendable {
  /// The most that is kept; the rest is read and counted.
  static let captureLimit = 1 << 20

  private let pipe = Pipe()
  private let captured = Mutex(CapturedOutput())
  private let end = AsyncStream.makeStream(of: Void.self)

  init() {
    for handle in [pipe.fileHandleForReading, pipe.fileHandleForWriting] {
      _ = fcntl(handle.fileDescriptor, F_SETFD, FD_CLOEXEC)
    }
  }

  /// The descriptor that the child writes to.
  var writingEnd: Int32 { pipe.fileHandleForWriting.fileDescriptor }

  /// Begins to read; the writing end is the child's alone from here on.
  func start() {
    try? pipe.fileHandleForWriting.close()
    // The thread keeps the reader, and so the descriptor, until the stream has ended.
    Thread.detachNewThread { self.readToEnd() }
  }

  private func readToEnd() {
    let stream = pipe.fileHandleForReading.fileDescriptor
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(stream, &buffer, buffer.count)
      if count > 0 {
        append(buffer[..<count])
      } else if count == 0 || errno != EINTR {
        break
      }
    }
    end.continuation.finish()
  }

  private func append(_ bytes: ArraySlice<UInt8>) {
    captured.withLock { captured in
      captured.byteCount += bytes.count
      captured.beginning += bytes.prefix(Self.captureLimit - captured.beginning.count)
    }
  }

  /// What was read by the end of the stream, or by `deadline` if that comes first.
  func finish(by deadline: ContinuousClock.Instant) async -> CapturedOutput {
    let end = end
    let timer = Task {
      try? await Task.sleep(until: deadline, clock: .continuous)
      end.continuation.finish()
    }
    for await _ in end.stream {}
    timer.cancel()
    return captured.withLock { $0 }
  }
}
