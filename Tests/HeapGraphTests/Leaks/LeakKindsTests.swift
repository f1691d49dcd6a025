import Testing

@testable import HeapGraph

/// Rings put together by kind, with what hangs off them: `RingGroups` and `HangingObjects`.
struct LeakKindsTests {
  @Test(arguments: [
    // Two rings alike.
    (
      """
      A1 -> B1
      B1 -> A1
      A2 -> B2
      B2 -> A2
      """, "2 of A B, 4 objects, 64 bytes: 2 × 2"
    ),
    // Alike, but the walk begins at another type: only their drawings, made from one place, will
    // put them together.
    (
      """
      A1 -> B1
      B1 -> A1
      B2 -> A2
      A2 -> B2
      """,
      """
      1 of A B, 2 objects, 32 bytes: 1 × 2
      1 of A B, 2 objects, 32 bytes: 1 × 2
      """
    ),
    // The same types, joined by another property.
    (
      """
      A1 -> B1
      B1 -> A1
      A2 -> C2, B2
      B2 -> A2
      """,
      """
      1 of A B, 2 objects, 32 bytes: 1 × 2
      1 of A B, 2 objects, 32 bytes: 1 × 2; keeps 1 C
      """
    ),
    // Rings that share a member.
    (
      """
      Hub1 -> Spoke1, Spoke2
      Spoke1 -> Hub1
      Spoke2 -> Hub1
      """, "1 of Hub Spoke, 3 objects, 48 bytes: 1 × 2, 1 × 2"
    ),
    // A ring within a ring.
    (
      """
      A1 -> B1
      B1 -> A1, C1
      C1 -> A1
      """, "1 of A B C, 3 objects, 48 bytes: 1 × 2, 1 × 3"
    ),
    ("A1 -> A1", "1 of A, 1 objects, 16 bytes: 1 × 1"),
    // Parallel references are rings of their own.
    (
      """
      A1 -> B1, B1
      B1 -> A1
      """, "1 of A B, 2 objects, 32 bytes: 1 × 2, 1 × 2"
    ),
    // A list that all its rows lead back to is one ring several times, however many rows.
    (
      """
      List1 -> storage1
      storage1 -> Row1, Row2, Row3
      Row1 -> List1
      Row2 -> List1
      Row3 -> List1
      List4 -> storage4
      storage4 -> Row4
      Row4 -> List4
      """, "2 of List Row storage, 8 objects, 128 bytes: 4 × 3"
    ),
    // A chain that two kinds of ring keep counts once, for one of them.
    (
      """
      A1 -> A1, Chain1
      B1 -> B1, Chain1
      Chain1 -> Chain2
      Chain2 -> Cargo1
      """,
      """
      1 of A, 1 objects, 16 bytes: 1 × 1
      1 of B, 1 objects, 16 bytes: 1 × 1; keeps 2 Chain, 1 Cargo
      """
    ),
    // What keeps another ring keeps what lies between, and that ring its own.
    (
      """
      Upper1 -> Upper1, Link1
      Link1 -> Lower1
      Lower1 -> Lower1, Cargo1
      """,
      """
      1 of Lower, 1 objects, 16 bytes: 1 × 1; keeps 1 Cargo
      1 of Upper, 1 objects, 16 bytes: 1 × 1; keeps 1 Link
      """
    ),
    // What both keep counts for the ring further up.
    (
      """
      Upper1 -> Upper1, Lower1, Cargo1
      Lower1 -> Lower1, Cargo1
      """,
      """
      1 of Lower, 1 objects, 16 bytes: 1 × 1
      1 of Upper, 1 objects, 16 bytes: 1 × 1; keeps 1 Cargo
      """
    ),
    // What a library makes of libraries' objects alone is a library's affair.
    (
      """
      LibSession1 -> LibQueue1
      LibQueue1 -> LibSession1
      LibSession2 -> Desk2
      Desk2 -> LibSession2
      """,
      """
      1 of Desk LibSession, 2 objects, 32 bytes: 1 × 2
      1 of LibQueue LibSession, 2 objects, 32 bytes, a library's: 1 × 2
      """
    ),
    // Held from outside, never freed, running: no leak, and nor is what they lead to.
    (
      """
      A1 +1 -> B1
      B1 -> A1
      T1 task -> B2
      B2 -> T1
      S1 static -> B3
      B3 -> B3
      """, ""
    ),
    // What is being destroyed neither holds nor is leaked.
    (
      """
      A1 -> Gone1, A1
      Gone1 gone -> A1, Cargo1
      Cargo1 +0
      """, "1 of A, 1 objects, 16 bytes: 1 × 1"
    ),
    // Leaked without a ring: a reference was given up by force.
    ("A1 -> B1", ""),
    ("", ""),
  ])
  func `kinds of leak`(picture: String, kinds: String) {
    #expect(LeakPicture(picture).kinds == kinds)
  }

  @Test func `a ring of thousands of links is one ring, and its length doesn't tell it apart`() {
    func ring(_ numbers: Range<Int>) -> String {
      numbers.map {
        "Node\($0) -> Node\($0 + 1 == numbers.upperBound ? numbers.lowerBound : $0 + 1)"
      }
      .joined(separator: "\n")
    }
    #expect(
      LeakPicture(ring(0..<1000) + "\n" + ring(1000..<1400)).kinds
        == "2 of Node, 1400 objects, 22400 bytes: 2 × 400")
  }
}
