import Foundation
import Synchronization

/// The objects under watch, held weakly, and the deinits that were seen of them.
///
/// In a test of your own:
///
/// ```swift
/// let watchlist = Watchlist()
/// do {
///   let model = Model()
///   watchlist.watch(model)
///   model.start()
/// }
/// #expect(try await watchlist.settle().map(\.verdict) == [.freed])
/// ```
///
/// Each watchlist stands alone, so tests may run side by side. Callable on any thread.
public final class Watchlist: Sendable {
  private struct State {
    var objects: [WatchedObject] = []
    var deinits: [(type: String, identity: ObjectIdentifier)] = []
    var error: WatchError?
  }

  private let state = Mutex(State())
  private let onDeinit: (@Sendable (String) -> Void)?

  /// Makes an empty watchlist.
  ///
  /// - Parameter onDeinit: Called with the type's name each time a watched object's deinit calls
  ///   `logDeinit(_:)`, on the thread that runs the deinit.
  public init(onDeinit: (@Sendable (String) -> Void)? = nil) {
    self.onDeinit = onDeinit
  }

  deinit {
    let identities = state.withLock { $0.objects.map(\.identity) }
    DeinitLog.removeRoutes(of: identities, to: ObjectIdentifier(self))
  }

  /// Watches an object without keeping it alive.
  ///
  /// A value smuggled in with `as AnyObject` is remembered as an error, which settling throws.
  ///
  /// - Parameter object: The object that should go away; watching it again changes nothing.
  public func watch(_ object: AnyObject) {
    let watched = WatchedObject(object)
    let error = WatchError.boxedValue(in: object)
    let isNew = state.withLock { state in
      state.error = state.error ?? error
      guard error == nil,
        !state.objects.contains(where: { $0.identity == watched.identity && $0.isAlive })
      else { return false }
      state.objects.append(watched)
      return true
    }
    guard isNew else { return }
    let (type, identity) = (watched.type, watched.identity)
    DeinitLog.route(object, to: self) { [weak self] in self?.noteDeinit(of: type, identity) }
  }

  /// The names of the types whose deinits ran, in the order in which they ran.
  public var deinits: [String] { state.withLock { $0.deinits.map(\.type) } }

  /// Waits until the watched objects are gone or nothing changes any more.
  ///
  /// Call it after the owner has let go. It gives way to other tasks as it waits; a cancelled
  /// task stops waiting and judges what is there.
  ///
  /// - Parameter settling: How long to wait before a verdict is final.
  /// - Returns: What became of each object, in the order in which they were watched.
  /// - Throws: `WatchError` if nothing, or a value, was watched.
  public func settle(_ settling: Settling = Settling()) async throws -> [SubjectReport] {
    var inquest = Inquest(settling)
    while !inquest.isClosed(after: try watched()), !Task.isCancelled {
      try? await Task.sleep(for: .milliseconds(1))
    }
    return inquest.reports(on: try watched())
  }

  /// The same from a synchronous main, which drives the main run loop as it waits.
  @MainActor
  func settleOnMainRunLoop(
    _ settling: Settling, _ witness: HeapWitness = HeapWitness()
  ) throws -> [SubjectReport] {
    var inquest = Inquest(settling, witness: witness)
    while !inquest.isClosed(after: try watched()) { MainRunLoop.turn() }
    // An isolated deinit may run a moment after the weak references to its object are nil.
    MainRunLoop.turn(atMost: settling.prompt) { self.everyDeinitWasSeen }
    return inquest.reports(on: try watched())
  }

  private func noteDeinit(of type: String, _ identity: ObjectIdentifier) {
    state.withLock { $0.deinits.append((type, identity)) }
    onDeinit?(type)
  }

  private func watched() throws(WatchError) -> [WatchedObject] {
    let (error, objects) = state.withLock { ($0.error, $0.objects) }
    if let error { throw error }
    if objects.isEmpty { throw .nothingWatched }
    return objects
  }

  private var everyDeinitWasSeen: Bool {
    state.withLock { state in
      let seen = Set(state.deinits.map(\.identity))
      return state.objects.allSatisfy { $0.isAlive || seen.contains($0.identity) }
    }
  }
}
