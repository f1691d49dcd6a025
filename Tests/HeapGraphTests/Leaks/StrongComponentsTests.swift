import Testing

@testable import HeapGraph

struct StrongComponentsTests {
  @Test func `what leads to each other is one part, and what leads to itself a ring`() {
    let picture = LeakPicture(
      """
      A -> B, B
      B -> A, C
      C -> D
      D -> E, C
      E -> F
      F -> F
      G -> A
      H -> Gone
      Gone gone -> H
      """)
    #expect(
      picture.parts == """
        E
        G
        H
        ring: A B
        ring: C D
        ring: F
        """)
    #expect(LeakPicture("").parts == "")
  }

  @Test func `nodes that were not asked for join nothing`() {
    let graph = Picture(
      """
      A -> B
      B -> C
      C -> A, D
      D -> C
      """
    ).graph
    let components = StrongComponents(graph, among: [0, 2, 3])
    #expect(components.component[1] == StrongComponents.none)
    #expect(components.component[2] == components.component[3])
    #expect(components.component[0] != components.component[2])
    #expect(components.sizes.sorted() == [1, 2])
  }

  /// Deeper than any stack would allow a recursion.
  @Test func `a ring of 200,000 links is one part`() {
    let count = 200_000
    let graph = ReferenceGraph((0..<count).map { ReferenceGraph.Node(targets: [($0 + 1) % count]) })
    let components = StrongComponents(graph, among: (0..<count).map { UInt32($0) })
    #expect(components.sizes == [count])
    #expect(components.isCyclic == [true])
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `parts of random graphs are those that a search from every node finds`(seed: UInt64) {
    var random = Numbers(state: seed)
    let count = Int.random(in: 1...9, using: &random)
    let graph = ReferenceGraph(
      (0..<count).map { _ in
        var node = ReferenceGraph.Node()
        if Int.random(in: 0..<8, using: &random) == 0 { node.traits.insert(.isDestroyed) }
        node.targets = (0..<Int.random(in: 0...3, using: &random)).map { _ in
          Int.random(in: 0..<count, using: &random)
        }
        return node
      })
    let asked = (0..<count).filter { _ in Int.random(in: 0..<6, using: &random) > 0 }
    let components = StrongComponents(graph, among: asked.map { UInt32($0) })

    /// Whether a way of at least one reference leads from each node to each other among those asked.
    var leads = (0..<count).map { one in
      (0..<count).map {
        asked.contains(one) && asked.contains($0) && graph.targets(of: one).contains($0)
      }
    }
    for middle in 0..<count {
      for (one, other) in pairs(count) where leads[one][middle] && leads[middle][other] {
        leads[one][other] = true
      }
    }
    let component = components.component
    for (one, other) in pairs(count) where asked.contains(one) && asked.contains(other) {
      let areOne = one == other || (leads[one][other] && leads[other][one])
      #expect((component[one] == component[other]) == areOne)
      // Who is led to comes first: `HangingObjects` counts on it.
      if leads[one][other] { #expect(component[other] <= component[one]) }
    }
    for node in 0..<count where !asked.contains(node) {
      #expect(component[node] == StrongComponents.none)
    }
    #expect(
      components.sizes
        == components.sizes.indices.map { place in component.count { $0 == UInt32(place) } })
    #expect(
      components.isCyclic
        == components.sizes.indices.map { place in
          asked.contains { component[$0] == UInt32(place) && leads[$0][$0] }
        })
  }

  private func pairs(_ count: Int) -> [(Int, Int)] {
    (0..<count).flatMap { one in (0..<count).map { (one, $0) } }
  }
}

/// Random numbers that follow from a seed alone (Marsaglia's xorshift).
private struct Numbers: RandomNumberGenerator {
  var state: UInt64

  init(state: UInt64) { self.state = (state &+ 1) &* 0x9E37_79B9_7F4A_7C15 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }
}
