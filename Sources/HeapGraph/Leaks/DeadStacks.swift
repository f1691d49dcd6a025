#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Stacks of threads that have ended, which glibc keeps for threads to come.
///
/// Nothing on them is used again, but for all that a memory map says they are as good as others.
/// glibc puts a thread's own record on top of its stack: its first and its third word are its own
/// address (x86-64), and it has the thread's number, which the kernel clears as the thread ends.
/// Where that number stands is found out from the calling thread's record.
struct DeadStacks {
  private let memory: ProcessMemory
  private let numberOffset: UInt?

  /// How far below a stack's end its thread's record may begin.
  private static let reach: UInt = 1 << 14

  /// Prepares to look at some memory.
  init(memory: ProcessMemory) {
    self.memory = memory
    numberOffset = Self.offsetOfNumber()
  }

  /// Tells whether a stretch of memory is the stack of a thread that has ended.
  func contains(_ range: MappedRange) -> Bool {
    guard let numberOffset, range.name.isEmpty, range.end - range.start > Self.reach,
      let words = memory.words(at: range.end - Self.reach, count: Int(Self.reach / 8))
    else { return false }
    let start = range.end - Self.reach
    for index in words.indices.dropLast(2) {
      let address = start + UInt(index) * 8
      guard words[index] == address, words[index + 2] == address,
        let number = memory.word(at: address + numberOffset)
      else { continue }
      return Int32(truncatingIfNeeded: number) <= 0
    }
    return false
  }

  /// Looks for the calling thread's number in its own record.
  private static func offsetOfNumber() -> UInt? {
    #if os(Linux) && arch(x86_64)
      var buffer = [CChar](repeating: 0, count: 64)
      let length = readlink("/proc/thread-self", &buffer, 63)
      guard length > 0,
        let number = String(
          decoding: buffer[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self
        )
        .split(separator: "/").last
        .flatMap({ Int32($0) }),
        let record = UnsafeRawPointer(bitPattern: UInt(pthread_self()))
      else { return nil }
      return stride(from: 512 as UInt, to: 1024, by: 8).first {
        record.load(fromByteOffset: Int($0), as: Int32.self) == number
      }
    #else
      return nil
    #endif
  }
}
