#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Plain values one after another, in memory that grows at its end.
///
/// For passes over millions of values, where an array's checks for being shared would count. Large
/// memory grows by `realloc`, which moves pages instead of copying bytes, so growing doesn't double
/// the peak.
///
/// Invariant: `base` has room for `capacity` values, the first `count` of which are set; it is this
/// buffer's own, freed in deinit.
struct GrowingBuffer<Element: BitwiseCopyable>: ~Copyable {
  private(set) var count = 0
  private var capacity = 0
  private var base: UnsafeMutablePointer<Element>?

  /// Makes an empty buffer.
  init() {}

  deinit {
    free(base)
  }

  /// Adds a value at the end.
  @inline(__always)
  mutating func append(_ value: Element) {
    if count == capacity { grow() }
    // Not null once there is room.
    base.unsafelyUnwrapped[count] = value
    count &+= 1
  }

  /// The value at an index below `count`.
  @inline(__always)
  subscript(index: Int) -> Element {
    get { base.unsafelyUnwrapped[index] }
    nonmutating set { base.unsafelyUnwrapped[index] = newValue }
  }

  /// Calls back with the values.
  func withElements<Result>(_ body: (UnsafeBufferPointer<Element>) -> Result) -> Result {
    body(UnsafeBufferPointer(start: base, count: count))
  }

  @inline(never)
  private mutating func grow() {
    let larger = max(64, capacity * 2)
    let size = larger * MemoryLayout<Element>.stride
    // As Swift's own memory does; `AddressSpace` asks for room before a snapshot.
    guard let moved = realloc(base, size) else {
      fatalError("the heap's graph: failed to allocate \(size) bytes of memory")
    }
    base = moved.assumingMemoryBound(to: Element.self)
    capacity = larger
  }
}
