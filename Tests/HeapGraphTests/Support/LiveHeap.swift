import Testing

@testable import HeapGraph

/// Whether this system is one whose heap can be read.
#if os(Linux)
  let canReadHeap = true
#else
  let canReadHeap = false
#endif

/// Everything that reads the live heap, one test after another.
///
/// What the tests leak on purpose stays: each looks at its own object only.
@Suite(.serialized, .enabled(if: canReadHeap, "the heap is read on Linux only"))
enum LiveHeap {
  /// Makes objects, lets go of them, and draws what holds the one that `make` returns.
  ///
  /// The answer is `freed`, or the chains and the conclusion. The object is watched by a weak
  /// reference alone, so a side table is there in every test.
  static func drawing(of make: () throws -> AnyObject) throws -> String {
    try inspect(make) { ChainDrawing().lines(for: $0).joined(separator: "\n") }
  }

  /// Makes objects, lets go of them, and writes down what holds the one that `make` returns.
  static func inspect(_ make: () throws -> AnyObject, _ write: (Holders) -> String) throws -> String
  {
    try draw(watch(make), write)
  }

  /// The same for objects that are made with awaiting.
  static func drawing(
    isolation: isolated (any Actor)? = #isolation, of make: () async throws -> AnyObject
  ) async throws -> String {
    try await inspect(make) { ChainDrawing().lines(for: $0).joined(separator: "\n") }
  }

  /// The same for objects that are made with awaiting, written down by `write`.
  static func inspect(
    isolation: isolated (any Actor)? = #isolation, _ make: () async throws -> AnyObject,
    _ write: (Holders) -> String
  ) async throws -> String {
    let watched = Watched()
    do { watched.object = try await make() }
    // A finished task may still be letting go of what it held.
    for _ in 0..<200 where watched.object != nil { await Task.yield() }
    return try draw(watched, write)
  }

  /// What holds an object when all has ended that should have let go of it: `freed`, if nothing.
  static func remains(
    isolation: isolated (any Actor)? = #isolation, of make: () async throws -> AnyObject
  ) async throws -> String {
    let watched = Watched()
    do { watched.object = try await make() }
    _ = await eventually(within: .seconds(10)) { watched.object == nil }
    return try draw(watched, short)
  }

  /// Compares the drawing of a leak, and makes sure that its twin is freed.
  static func check(
    _ expected: String, sourceLocation: SourceLocation = #_sourceLocation,
    of make: (_ isLeak: Bool) throws -> AnyObject
  ) throws {
    #expect(try drawing { try make(true) } == expected, sourceLocation: sourceLocation)
    #expect(try drawing { try make(false) } == "freed", sourceLocation: sourceLocation)
  }

  /// The same for objects that are made with awaiting; the twin has time to end.
  static func check(
    isolation: isolated (any Actor)? = #isolation, _ expected: String,
    sourceLocation: SourceLocation = #_sourceLocation,
    of make: (_ isLeak: Bool) async throws -> AnyObject
  ) async throws {
    let leak = try await drawing { try await make(true) }
    #expect(leak == expected, sourceLocation: sourceLocation)
    let twin = try await remains { try await make(false) }
    #expect(twin == "freed", sourceLocation: sourceLocation)
  }

  private final class Watched {
    weak var object: AnyObject?
    var address: UInt {
      object.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
    }
  }

  @inline(never) private static func watch(_ make: () throws -> AnyObject) rethrows -> Watched {
    let watched = Watched()
    watched.object = try make()
    return watched
  }

  private static func draw(_ watched: Watched, _ write: (Holders) -> String) throws -> String {
    let address = watched.address
    guard address != 0 else { return "freed" }
    let holders = try #require(try HeapSnapshot.take().holders(of: address))
    // The suites that the types are nested in would only lengthen every line.
    return write(holders).replacing(/LiveHeap\.\w+\./, with: "")
  }
}

/// Waits until something is true, five minutes at most: the machine may be busy.
func eventually(
  isolation: isolated (any Actor)? = #isolation, within limit: Duration = .seconds(300),
  _ condition: () -> Bool
) async -> Bool {
  let end = ContinuousClock.now + limit
  while !condition() {
    guard ContinuousClock.now < end else { return false }
    await Task.yield()
  }
  return true
}
