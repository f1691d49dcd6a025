#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A fixed number of values that begin as zero, in memory that takes room where it is written.
///
/// Fresh pages from the kernel are zero and not there before they are touched, so a large buffer of
/// which little is used costs little. It is asked for large pages, which take fewer faults.
///
/// Invariant: all zeroes are a value; `base` has `count` values and is this object's own, unmapped in
/// deinit. Threads may share it while nobody writes, or each to values of its own.
final class ZeroedBuffer<Element: BitwiseCopyable>: @unchecked Sendable {
  private let base: UnsafeMutablePointer<Element>
  private let count: Int
  private let size: Int

  private static var largePage: Int { 2 << 20 }

  /// Makes a buffer of zeroes.
  init(count: Int) {
    // A mapping that is a number of large pages begins at the border of one.
    let bytes = max(count, 1) * MemoryLayout<Element>.stride
    let rest = bytes % Self.largePage
    size = bytes < Self.largePage || rest == 0 ? bytes : bytes - rest + Self.largePage
    let fresh = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let fresh, fresh != UnsafeMutableRawPointer(bitPattern: -1) else {
      // As Swift's own memory does; `AddressSpace` asks for room before a snapshot.
      fatalError("a walk through the heap: failed to allocate \(size) bytes of memory")
    }
    #if os(Linux)
      madvise(fresh, size, MADV_HUGEPAGE)
    #endif
    base = fresh.bindMemory(to: Element.self, capacity: count)
    self.count = count
  }

  deinit {
    munmap(base, size)
  }

  /// The value at an index, which is checked.
  @inline(__always)
  subscript(index: Int) -> Element {
    get {
      precondition(index >= 0 && index < count)
      return base[index]
    }
    set {
      precondition(index >= 0 && index < count)
      base[index] = newValue
    }
  }
}
