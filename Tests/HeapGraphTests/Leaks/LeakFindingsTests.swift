import Foundation
import Testing

@testable import HeapGraph

/// Leaks as values: how a ring is written in a line, how tallies go together, what the JSON is.
struct LeakFindingsTests {
  /// A chain `A.x → B.y → A` of objects and labels that alternate.
  private func ring(_ words: [String]) -> OwnershipChain {
    let names = stride(from: 0, to: words.count, by: 2).map { words[$0] }
    let objects = names.enumerated().map { ChainObject(name: $1, address: UInt($0 + 1) * 16) }
    return OwnershipChain(
      kind: .ring,
      links: objects.indices.map { index in
        ChainLink(
          from: objects[index], label: words[index * 2 + 1],
          to: objects[(index + 1) % objects.count])
      })
  }

  @Test(arguments: [
    (["Loop", "itself"], "Loop.itself → Loop"),
    (["Node", "", "Node", "next"], "Node → Node.next → Node"),
    // No index tells one run from another, however deep it stands.
    (["List", "rows[3].taps[\"a[1]\"]", "Row", "list"], "List.rows[].taps[] → Row.list → List"),
    // A long ring has repeats once, and one up to eight links is written out.
    (
      Array(repeating: ["Node", "next"], count: 3).flatMap(\.self),
      "Node.next → Node.next → Node.next → Node"
    ),
    (Array(repeating: ["Node", "next"], count: 9).flatMap(\.self), "Node.next → Node"),
    (
      ["Head", "first"]
        + Array(repeating: ["Node", "next", "Link", "node"], count: 5).flatMap(\.self),
      "Head.first → Node.next → Link.node → Head"
    ),
    ([], ""),
  ])
  func `a ring in a line`(words: [String], shape: String) {
    #expect(RingWriter.shape(of: ring(words)) == shape)
  }

  @Test func `a signature is the same in every run and every build`() {
    #expect(StableHash.text(of: "Loop.itself → Loop") == "5a97d6a3fd3e760c")
    #expect(StableHash.text(of: "") == "cbf29ce484222325")
  }

  private func tally(
    _ type: String, _ count: Int, _ bytes: Int, module: String = "m", isLibrary: Bool = false
  ) -> TypeTally {
    TypeTally(type: type, module: module, isLibrary: isLibrary, count: count, bytes: bytes)
  }

  @Test func `tallies of one type become one, the program's own first, then the largest`() {
    let merged = TypeTally.merged([
      tally("Array", 1, 900, module: "Swift", isLibrary: true), tally("Boat", 1, 16),
      tally("Gull", 2, 64), tally("Boat", 2, 48), tally("Boat", 1, 24, module: "other"),
      tally("Array", 1, 100, module: "Swift", isLibrary: true),
    ])
    #expect(
      merged == [
        tally("Boat", 3, 64), tally("Gull", 2, 64), tally("Boat", 1, 24, module: "other"),
        tally("Array", 2, 1000, module: "Swift", isLibrary: true),
      ])
    #expect((merged.objects, merged.bytes) == (8, 1152))
    #expect(TypeTally.merged([]).bytes == 0)
  }

  @Test func `places of the catalogue that mean one type are counted together`() {
    func entry(_ name: String, isLibrary: Bool = false) -> TypeCatalog.Entry {
      TypeCatalog.Entry(
        name: name, module: "m", kind: .context, isLibrary: isLibrary, isOfReader: false)
    }
    var tallies = TypeTallies()
    for (type, bytes) in [(4, 32), (0, 16), (3, 16), (4, 48), (2, 640)] as [(UInt32, Int)] {
      tallies.add(type, bytes: bytes)
    }
    let entries = [
      entry("closure's captures"), entry("Nothing"), entry("Lib", isLibrary: true),
      entry("Boat"), entry("closure's captures"),
    ]
    #expect(
      tallies.sorted(by: entries) == [
        tally("closure's captures", 3, 96), tally("Boat", 1, 16),
        tally("Lib", 1, 640, isLibrary: true),
      ])
  }

  @Test func `findings are written as JSON and read again, but for where lost tasks lay`() throws {
    let shape = "Loop.itself → Loop"
    let findings = LeakFindings(
      types: [tally("Loop", 2, 48)],
      leaks: [
        Leak(
          rings: [Ring(signature: "s", shape: shape, count: 2, chain: ring(["Loop", "itself"]))],
          count: 2, isLibrary: false, objects: 2, bytes: 48, kept: [])
      ],
      omitted: 3,
      lostTasks: [
        LostTask(
          signature: "t", function: "f()", waitsIn: "g()", count: 1,
          kept: [tally("Cargo", 1, 16)], addresses: [4096])
      ])
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    let data = try encoder.encode(findings)
    #expect(
      String(decoding: data, as: UTF8.self) == """
        {"leaks":[{"bytes":48,"count":2,"isLibrary":false,"kept":[],"objects":2,"rings":[\
        {"chain":{"kind":"ring","links":[{"exact":true,"from":"Loop","label":"itself",\
        "strength":"strong","to":"Loop"}],"root":null},"count":2,"omittedLinks":0,\
        "shape":"Loop.itself → Loop","signature":"s"}]}],"living":[],"lostTasks":[{"count":1,\
        "function":"f()","kept":[{"bytes":16,"count":1,"isLibrary":false,"module":"m",\
        "type":"Cargo"}],"signature":"t","waitsIn":"g()"}],"omitted":3,"types":[{"bytes":48,\
        "count":2,"isLibrary":false,"module":"m","type":"Loop"}]}
        """)
    let read = try JSONDecoder().decode(LeakFindings.self, from: data)
    #expect(read.lostTasks[0].addresses == [])
    #expect(try encoder.encode(read) == data)
  }
}
