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

  /// Deeper than any stack would allow a recursion.
  @Test func `a ring of 200,000 links is one part`() {
    let count = 200_000
    let components = StrongComponents(graph((0..<count).map { [($0 + 1) % count] }))
    #expect(components.count == 1)
    #expect(components.places(of: 0) == 0..<count)
  }

  @Test(arguments: 0..<400 as Range<UInt64>)
  func `parts of random graphs are those that a search from every node finds`(seed: UInt64) {
    var random = Numbers(state: seed)
    let count = Int.random(in: 1...9, using: &random)
    let targets = (0..<count).map { _ in
      (0..<Int.random(in: 0...3, using: &random)).map { _ in
        Int.random(in: 0..<count, using: &random)
      }
    }
    let components = StrongComponents(graph(targets))

    /// Whether a way of at least one reference leads from each node to each other.
    var leads = (0..<count).map { one in (0..<count).map { targets[one].contains($0) } }
    for middle in 0..<count {
      for (one, other) in pairs(count) where leads[one][middle] && leads[middle][other] {
        leads[one][other] = true
      }
    }
    let component = (0..<count).map { components.component(of: UInt32($0)) }
    for (one, other) in pairs(count) where leads[one][one] && leads[other][other] {
      #expect((component[one] == component[other]) == (leads[one][other] && leads[other][one]))
      // Who is led to comes first: `HangingObjects` counts on it.
      if leads[one][other] { #expect(component[other] <= component[one]) }
    }
    for node in 0..<count where !leads[node][node] {
      #expect(component[node] == StrongComponents.none)
    }
    for place in 0..<components.count {
      #expect(
        components.members[components.places(of: place)].sorted()
          == (0..<UInt32(count)).filter { component[Int($0)] == UInt32(place) })
    }
    #expect(components.members.count == component.count { $0 != StrongComponents.none })
  }

  /// A graph of nodes without a type.
  private func graph(_ targets: [[Int]]) -> LabelledGraph {
    LabelledGraph(
      nodes: targets.map { targets in
        let edges = targets.map { LabelledGraph.Edge(target: UInt32($0), label: 0) }
        return (type: 0, bytes: 16, edges: edges)
      }, entries: [])
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
