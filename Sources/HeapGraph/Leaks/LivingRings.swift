/// Rings that a living task or a timer is part of.
///
/// They are no leaks: the task may end, the timer be invalidated. But whoever looks for an object
/// that doesn't go away wants to know of them.
struct LivingRings {
  let heap: FrozenHeap
  let catalog: TypeCatalog

  /// How many tasks and timers are looked at.
  private static let holdersLookedAt = 256

  /// Finds the rings, those alike together, the commonest first.
  ///
  /// - Parameter lost: tasks that aren't living.
  /// - Returns: The rings.
  func find(besides lost: Set<Int>) -> [Ring] {
    let graph = heap.graph
    let holders = Set(
      (0..<graph.count).lazy.filter { node in
        if graph.traits[node].contains(.isRunning) { return !lost.contains(node) }
        return graph.isHeldFromOutside(node) && isTimer(node)
      }.prefix(Self.holdersLookedAt))
    guard !holders.isEmpty else { return [] }
    let walk = Traversal(graph, from: holders)
    let labelled = LabelledGraph(heap, catalog: catalog) {
      walk.reached($0) && graph.isAlive($0)
    }
    let components = StrongComponents(labelled)
    guard components.count > 0 else { return [] }
    var writer = RingWriter(heap: heap, graph: labelled, components: components)
    var rings: [Ring] = []
    for holder in holders.sorted() {
      guard let node = labelled.blocks.index(of: heap.blocks.address(of: holder)),
        let ring = writer.shortestRing(through: UInt32(truncatingIfNeeded: node))
      else { continue }
      if let same = rings.firstIndex(where: { $0.signature == ring.signature }) {
        rings[same].count += 1
      } else {
        rings.append(ring)
      }
    }
    return rings.sorted { ($1.count, $0.shape) < ($0.count, $1.shape) }
  }

  private func isTimer(_ node: Int) -> Bool {
    guard let word = heap.memory.word(at: heap.blocks.address(of: node)) else { return false }
    let entry = catalog.entry(of: word)
    return entry.name == "Timer" && entry.module.hasPrefix("Foundation")
  }
}
