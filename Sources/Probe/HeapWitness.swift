import HeapGraph

/// What the heap says of the watched objects that should have gone.
struct HeapWitness {
  private let takeSnapshot: () throws(SnapshotError) -> HeapSnapshot
  private let findsBystanders: Bool
  private let watchers = ["\(Watchlist.self)", "\(WatchedObject.self)"]
  private var holders: [Int: Holders] = [:]
  private var noChain: String?

  init(
    findsBystanders: Bool = false,
    takeSnapshot: @escaping () throws(SnapshotError) -> HeapSnapshot = HeapSnapshot.take
  ) {
    self.findsBystanders = findsBystanders
    self.takeSnapshot = takeSnapshot
  }

  /// Looks at the objects that are still there; says whether counting proves each of them a leak.
  ///
  /// Call it with no strong reference to any of them at hand.
  mutating func look(at objects: [WatchedObject]) -> Bool {
    let left = objects.indices.filter { objects[$0].isAlive }
    do {
      let snapshot = try takeSnapshot()
      for index in left {
        holders[index] = snapshot.holders(
          of: objects[index].address, findsBystanders: findsBystanders)
        // Who watches is no part of the story.
        holders[index]?.bystanders.removeAll { watchers.contains($0.from.name) }
      }
      noChain = nil
    } catch {
      noChain = error.description
    }
    return left.allSatisfy { holders[$0]?.proof == .ring }
  }

  /// Looks for objects that are gone, as weak references have it, and still referred to.
  ///
  /// Two words of memory tell whether there is anything to look for; only then is a snapshot
  /// taken.
  mutating func lookForDestroyed(among objects: [WatchedObject]) -> Set<Int> {
    let suspects = objects.indices.filter {
      !objects[$0].isAlive
        && HeapSnapshot.looksDestroyed(at: objects[$0].address, as: objects[$0].objectType)
    }
    guard !suspects.isEmpty, let snapshot = try? takeSnapshot() else { return [] }
    var destroyed: Set<Int> = []
    for index in suspects {
      guard let found = snapshot.holders(of: objects[index].address),
        found.isDestroyedButReferenced
      else { continue }
      holders[index] = found
      destroyed.insert(index)
    }
    return destroyed
  }

  /// The report on one object, with what was found.
  func report(_ index: Int, type: String, _ verdict: Verdict, after: Duration) -> SubjectReport {
    let isFreed = verdict == .freed
    return SubjectReport(
      type: type, verdict: verdict, seconds: after / .seconds(1),
      holders: isFreed ? nil : holders[index],
      noChain: isFreed || holders[index] != nil ? nil : noChain)
  }
}
