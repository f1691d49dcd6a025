import Foundation
import HeapGraph
import Probe
import Testing

@testable import LabKit

/// What the live heap says of each program, held against what its source says.
struct ChainTests {
  private func report(_ program: Program) async throws -> ExperimentReport {
    let runner = LabRunner(
      installation: BuiltPrograms.installation, children: Children(), timeout: 300)
    return try #require(await runner.run([program]).first).result.get()
  }

  /// The drawing in a file's comment: its indented lines.
  private func drawing(in program: Program) throws -> [String] {
    try BuiltPrograms.installation.lines(of: program)
      .filter { $0.hasPrefix("///     ") }.map { String($0.dropFirst(8)) }
  }

  @Test(arguments: Catalog.pairs)
  func `a leak's comment draws what the heap draws first`(pair: Pair) async throws {
    let leak = Program.half(.leak, of: pair)
    let chain = try #require(try await report(leak).subjects.first?.chains.first)
    #expect(try drawing(in: leak) == ChainDrawing().lines(for: chain))
  }

  @Test(arguments: Catalog.programs.filter { $0.expected == .freed })
  func `what is freed draws nothing`(program: Program) async throws {
    let subjects = try await report(program).subjects
    #expect(subjects.map(\.holders) == subjects.map { _ in nil })
  }

  @Test func `each way is drawn: mending one row would not free the list`() async throws {
    let result = try await BuiltPrograms.run("lab", ["why", "rows"])
    #expect(
      result.output.text == """
        ● CargoList is still alive · retain count 2

          CargoList
          └─ rows[0]     CargoRow #1
             └─ onTap       closure #1 in CargoList.load(_:) #1
                └─ captures    CargoList   ↩ back where it began

          CargoList
          └─ rows[1]     CargoRow #2
             └─ onTap       closure #1 in CargoList.load(_:) #2
                └─ captures    CargoList   ↩ back where it began

          All of its owners are in these rings: it is never freed.

        """)
    #expect(result.exit == .status(0))
  }

  @Test func `the pictures have the same links`() async throws {
    let mermaid = try await BuiltPrograms.run("lab", ["why", "parent-child", "--mermaid"])
    #expect(
      mermaid.output.text.trimmingCharacters(in: .whitespacesAndNewlines) == """
        flowchart TD
          n1["Fleet"]
          n2["Boat"]
          n1 -->|"boats[0]"| n2
          n2 -->|"fleet"| n1
        """)
    let dot = try await BuiltPrograms.run("lab", ["why", "parent-child", "--dot"])
    #expect(
      dot.output.text.trimmingCharacters(in: .whitespacesAndNewlines) == """
        digraph chains {
          node [shape=box];
          n1 [label="Fleet"];
          n2 [label="Boat"];
          n1 -> n2 [label="boats[0]"];
          n2 -> n1 [label="fleet"];
        }
        """)
  }

  @Test func `addresses are shown when asked for, and only then`() async throws {
    let asked = try await BuiltPrograms.run("lab", ["why", "helper", "--addresses"])
    #expect(asked.output.text.contains(/\n  Lookout 0x[0-9a-f]+\n/))
    for form in [[], ["--json"], ["--mermaid"], ["--dot"]] {
      let plain = try await BuiltPrograms.run("lab", ["why", "helper"] + form)
      #expect(!plain.output.text.contains("0x"))
    }
  }

  @Test func `weak references are told when asked for, and hold nothing`() async throws {
    let asked = try await BuiltPrograms.run("lab", ["why", "weak-self-trap", "--weak"])
    #expect(
      asked.output.text.hasSuffix(
        """

          Also referred to, but not held, by:
            closure #1 in AnchorWatch.start().captures (weak)

        """))
    let plain = try await BuiltPrograms.run("lab", ["why", "weak-self-trap"])
    #expect(!plain.output.text.contains("weak)"))
  }

  @Test func `a drawing fits a narrow terminal`() async throws {
    let narrow = try await BuiltPrograms.shell("COLUMNS=40 \"$LAB\" why orphan-task")
    #expect(
      narrow.output.text == """
        ● Patrol is still alive · retain count 1

          task running closure #1 in
          PatrolScreen.onAppear()
          └─ captures @State patrol
             StateBox<Patrol>
             └─ value                     Patrol

          It lives as long as this holds it:
          task running closure #1 in
          PatrolScreen.onAppear().

        """)
  }

  @Test func `a drawing read back from JSON draws the same lines`() throws {
    let boats = (1...2).map { ChainObject(name: "Boat", number: $0, address: UInt($0) * 32) }
    let fleet = ChainObject(name: "Fleet", address: 96)
    let holders = Holders(
      object: boats[1], retainCount: 1, proof: .root(Root(kind: .task, name: "closure #1 in f()")),
      chains: [
        OwnershipChain(
          kind: .root, root: Root(kind: .task, name: "closure #1 in f()"),
          links: [
            ChainLink(from: fleet, label: "boats[0]", to: boats[0]),
            ChainLink(from: boats[0], label: "next", to: boats[1], isExact: false),
          ])
      ], omitted: 3)
    let subject = SubjectReport(type: "Boat", verdict: .stillAlive, holders: holders)
    let read = try JSONDecoder().decode(
      SubjectReport.self, from: try JSONEncoder().encode(subject))
    let drawing = ChainDrawing()
    #expect(try drawing.lines(for: #require(read.holders)) == drawing.lines(for: holders))
  }
}
