import Foundation

/// What tells that a file was saved, whichever way an editor writes: in place, by a rename, or
/// with the same bytes again.
struct FileStamp: Equatable, Sendable {
  private let inode: UInt64
  private let size: Int64
  private let changed: Duration
  /// When its content was written last, since 1970.
  let modified: Duration

  /// The stamp of a file as it is now, or nil if it isn't there.
  init?(of file: URL) {
    var status = stat()
    guard stat(file.path, &status) == 0 else { return nil }
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    #if canImport(Darwin)
      modified = Self.duration(status.st_mtimespec)
      changed = Self.duration(status.st_ctimespec)
    #else
      modified = Self.duration(status.st_mtim)
      changed = Self.duration(status.st_ctim)
    #endif
  }

  private static func duration(_ time: timespec) -> Duration {
    .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec))
  }

  /// Waits until a file's stamp is another than `stamp`, and stays so for a moment: an editor
  /// may empty the file before it fills it, or put another in its place.
  ///
  /// Looks 20 times a second. There is no bound but the task's end: a person may take all day.
  static func change(of file: URL, from stamp: FileStamp?) async throws {
    let pause = Duration.milliseconds(50)
    var last = stamp
    while true {
      try await Task.sleep(for: pause)
      let now = FileStamp(of: file)
      if now != nil, now != stamp, now == last { return }
      last = now
    }
  }
}
