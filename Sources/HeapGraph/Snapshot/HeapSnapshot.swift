import Synchronization

/// The heap of this process as it stood at one moment.
///
/// It holds a frozen copy of the process until it is let go of, and nothing of the program itself:
/// no object is retained, none is kept alive, and the snapshot's own memory is not in it. Taking
/// one is safe whatever other threads do. What it can't see is told by `Holders.Proof.unseen`.
/// Thread: any; calls wait for each other.
public final class HeapSnapshot: Sendable {
  // Invariant: used inside `withHeap` only, which lets in one caller at a time.
  nonisolated(unsafe) private let heap: FrozenHeap
  private let lock = Mutex(())

  /// Takes a snapshot of the current process.
  ///
  /// The program's other threads stop for about a millisecond per 100 MB of heap.
  ///
  /// - Returns: the snapshot, its graph read and counted.
  /// - Throws: `SnapshotError`, whose description is a sentence that says why there is none.
  public static func take() throws(SnapshotError) -> HeapSnapshot {
    var mark: UInt8 = 0
    let stack = withUnsafeMutablePointer(to: &mark) { UInt(bitPattern: $0) }
    return HeapSnapshot(heap: try FrozenHeap(process: FrozenProcess(), stackOfReader: stack))
  }

  /// Takes over a frozen copy of the current process that was made before.
  ///
  /// - Parameter frozen: What `cfc_freeze` returned; it is ended with the snapshot, or at once if
  ///   there is none.
  /// - Returns: The snapshot, its graph read and counted.
  /// - Throws: `SnapshotError`, whose description is a sentence that says why there is none.
  public static func take(frozen: Int32) throws(SnapshotError) -> HeapSnapshot {
    HeapSnapshot(heap: try FrozenHeap(process: FrozenProcess(child: frozen)))
  }

  private init(heap: FrozenHeap) {
    self.heap = heap
  }

  /// Finds what keeps an object alive.
  ///
  /// - Parameters:
  ///   - object: the object; it is not retained beyond the call.
  ///   - limit: how many chains to draw at most.
  ///   - findsBystanders: whether to look for weak, unowned and unmanaged references as well, which
  ///     takes two more reads of the heap.
  /// - Returns: the finding, or nil if the snapshot has no live Swift object there.
  public func holders(of object: AnyObject, limit: Int = 8, findsBystanders: Bool = false)
    -> Holders?
  {
    holders(
      of: UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque()), limit: limit,
      findsBystanders: findsBystanders)
  }

  /// Finds what keeps the object at an address alive.
  ///
  /// - Parameters:
  ///   - address: where the object lies; it is looked up in the snapshot, never dereferenced.
  ///   - limit: how many chains to draw at most.
  ///   - findsBystanders: whether to look for weak, unowned and unmanaged references as well, which
  ///     takes two more reads of the heap.
  /// - Returns: the finding, or nil if the snapshot has no live Swift object there.
  public func holders(of address: UInt, limit: Int = 8, findsBystanders: Bool = false) -> Holders? {
    withHeap {
      HolderSearch(heap: $0).holders(
        of: address, limit: limit, findsBystanders: findsBystanders)
    }
  }

  /// Runs `body` with the heap, one caller at a time.
  func withHeap<Result>(_ body: (FrozenHeap) -> Result) -> Result {
    lock.withLock { _ in body(heap) }
  }
}
