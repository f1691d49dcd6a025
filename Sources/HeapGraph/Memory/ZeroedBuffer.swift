#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A fixed number of values that begin as zero, in memory that takes room where it is written.
///
/// Fresh pages from `calloc` are zero and not there before they are touched, so a large buffer of
/// which little is used costs little.
///
/// Invariant: all zeroes are a value; `base` has `count` values and is this object's own, freed in
/// deinit. Threads may share it while nobody writes, or each to values of its own.
final class ZeroedBuffer<Element: BitwiseCopyable>: @unchecked Sendable {
  private let base: UnsafeMutablePointer<Element>
  private let count: Int

  /// Makes a buffer of zeroes.
  init(count: Int) {
    guard let fresh = calloc(max(count, 1), MemoryLayout<Element>.stride) else {
      // As Swift's own memory does; `AddressSpace` asks for room before a snapshot.
      let size = count * MemoryLayout<Element>.stride
      fatalError("a walk through the heap: failed to allocate \(size) bytes of memory")
    }
    base = fresh.assumingMemoryBound(to: Element.self)
    self.count = count
  }

  deinit {
    free(base)
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
