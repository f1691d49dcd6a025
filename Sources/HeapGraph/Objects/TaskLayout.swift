/// Where a task object keeps what it runs.
///
/// Layout of swift-6.3's `AsyncTask`, 64-bit Linux: job flags at +32, the function to resume at
/// +56, its context at +64, the status at +96, the allocator's slab at +120, the task-local values
/// at +136, the fragments from +208 on, then the first frame with the task's closure just before
/// it. What doesn't look like that (see the checks of the callers) is taken as unknown.
enum TaskLayout {
  /// Bytes of a task object before its fragments.
  static let fixedSize = 208
  private static let isChild: UInt32 = 1 << 24
  private static let isFuture: UInt32 = 1 << 25
  private static let isGroupChild: UInt32 = 1 << 26

  private static func word(_ task: UnsafeRawBufferPointer, _ offset: Int) -> UInt {
    guard offset >= 0, offset + 8 <= task.count else { return 0 }
    return task.loadUnaligned(fromByteOffset: offset, as: UInt.self)
  }

  private static func flags(_ task: UnsafeRawBufferPointer) -> UInt32 {
    UInt32(truncatingIfNeeded: word(task, 32))
  }

  /// Where the future's fragment begins, which holds the result.
  private static func futureOffset(_ task: UnsafeRawBufferPointer) -> Int? {
    let flags = flags(task)
    guard flags & isFuture != 0 else { return nil }
    return fixedSize + (flags & isChild != 0 ? 16 : 0) + (flags & isGroupChild != 0 ? 8 : 0)
  }

  /// Tells whether the task's function has returned.
  static func isFinished(_ task: UnsafeRawBufferPointer) -> Bool {
    guard let future = futureOffset(task) else { return word(task, 96) & 0x2000 != 0 }
    return word(task, future) & 3 != 0
  }

  /// Tells whether a thread runs the task just now, so that its frames are in motion.
  static func isOnThread(_ task: UnsafeRawBufferPointer) -> Bool { word(task, 96) & 0x800 != 0 }

  /// The closure that the task was started with, while the task holds it.
  ///
  /// `type` checks that a word is metadata before anything follows it.
  static func start(of task: UnsafeRawBufferPointer, type: (UInt) -> TypeMetadata?)
    -> (code: UInt, context: UInt)?
  {
    guard let future = futureOffset(task), !isFinished(task),
      let result = type(word(task, future + 8))
    else { return nil }
    let alignment = max(result.alignment, 1)
    var end = (future + 24 + alignment - 1) / alignment * alignment + result.size
    // The prefix of the first frame: where to put the result, the code, its context, an error.
    end = (end + 7) & ~7
    let frame = (end + 32 + 15) & ~15
    let code = word(task, frame - 24)
    return code == 0 ? nil : (code, word(task, frame - 16))
  }

  /// The function to resume, the frame it works on.
  static func resume(of task: UnsafeRawBufferPointer) -> (code: UInt, frame: UInt) {
    (word(task, 56), word(task, 64))
  }

  /// The first slab of the memory that the task's frames lie in.
  static func firstSlab(of task: UnsafeRawBufferPointer) -> UInt { word(task, 120) }

  /// The innermost task-local value, or 0.
  static func firstLocal(of task: UnsafeRawBufferPointer) -> UInt { word(task, 136) }
}
