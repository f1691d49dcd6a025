import Testing

@testable import LabKit

struct ComparingTests {
  private let leak = ["class A {", "  // LEAK: why", "  var b: B?", "}", ""]
  private let fix = ["class A {", "  // FIX: how", "  weak var b: B?", "  var c = 1", "}", ""]

  private func text(width: Int) throws -> String {
    let pair = try #require(Catalog.pair(named: "rows"))
    return PairDiff(pair: pair, leak: leak, fix: fix, width: width)
      .lines.map(\.text).joined(separator: "\n")
  }

  @Test func `side by side where both fit`() throws {
    #expect(
      try text(width: 41) == """
          Leaks/Rows.swift │   Fixes/Rows.swift
          class A {        │   class A {
        -   // LEAK: why   │ +   // FIX: how
        -   var b: B?      │ +   weak var b: B?
                           │ +   var c = 1
          }                │   }
        """)
  }

  @Test func `one below the other where they don't`() throws {
    #expect(
      try text(width: 32) == """
        - Leaks/Rows.swift
        + Fixes/Rows.swift

          class A {
        -   // LEAK: why
        -   var b: B?
        +   // FIX: how
        +   weak var b: B?
        +   var c = 1
          }
        """)
  }

  @Test func `a line that does not fit goes on below, with its mark`() throws {
    let pair = try #require(Catalog.pair(named: "rows"))
    let lines = PairDiff(pair: pair, leak: ["0123456789abcdef"], fix: ["x"], width: 12).lines
    #expect(lines.dropFirst(3).map(\.text) == ["- 0123456789", "-↪abcdef", "+ x"])
  }

  @Test func `every row of both texts is there, in order`() {
    let rows = LineDiff.rows(from: ["a", "b", "c", "d"], to: ["b", "x", "d", "e"])
    #expect(
      rows == [.removed("a"), .both("b"), .removed("c"), .added("x"), .both("d"), .added("e")])
  }
}
