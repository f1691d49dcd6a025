import Foundation
import Testing

@testable import HeapGraph

@Suite struct ChainDrawingTests {
  private let model = ChainObject(name: "Model", address: 0x10)
  private let camera = ChainObject(name: "BirdCamera", address: 0x20)
  private let closure = ChainObject(name: "closure #1 in Model.start()", address: 0x30)
  private let task = ChainObject(name: "Task", address: 0x40)

  private var ring: OwnershipChain {
    OwnershipChain(
      kind: .ring,
      links: [
        ChainLink(from: model, label: "camera", to: camera),
        ChainLink(from: camera, label: "onSighting", to: closure),
        ChainLink(from: closure, label: "captures", to: model),
      ])
  }

  private var patrol: OwnershipChain {
    OwnershipChain(
      kind: .root, root: Root(kind: .task, name: "closure #1 in Model.start()"),
      links: [
        ChainLink(from: task, label: "runs", to: closure),
        ChainLink(from: closure, label: "captures", to: model),
        ChainLink(from: model, label: "task", to: task),
      ])
  }

  @Test func `a ring is a tree that comes back`() {
    let holders = Holders(object: model, retainCount: 1, proof: .ring, chains: [ring])
    #expect(
      ChainDrawing().lines(for: holders).joined(separator: "\n") == """
        Model is still alive · retain count 1

          Model
          └─ camera        BirdCamera
             └─ onSighting    closure #1 in Model.start()
                └─ captures      Model   ↩ back where it began

          All of its owners are in this ring: it is never freed.
        """)
  }

  @Test func `a task stands at the head of what it holds`() {
    #expect(
      ChainDrawing().lines(for: patrol).joined(separator: "\n") == """
        task running closure #1 in Model.start()
        └─ captures    Model
           └─ task        Task   ↩ back where it began
        """)
  }

  @Test func `a guess says so, and a global variable stands at the head`() {
    let global = ChainObject(name: "static Store.shared", address: 0x50)
    let chain = OwnershipChain(
      kind: .root, root: Root(kind: .global, name: "static Store.shared"),
      links: [ChainLink(from: global, label: "", to: model, isExact: false)])
    #expect(
      ChainDrawing().lines(for: chain).joined(separator: "\n") == """
        global variable static Store.shared
        └─ Model   (a guess)
        """)
  }

  @Test func `more chains than are drawn are counted`() {
    let holders = Holders(
      object: model, retainCount: 3, proof: .unseen(2), chains: [], omitted: 4)
    #expect(
      ChainDrawing().lines(for: holders).joined(separator: "\n") == """
        Model is still alive · retain count 3

          … and 4 more
          It is held from outside by 2 references that I can't see.
        """)
  }

  @Test func `a destroyed object that is still referenced says so`() {
    func head(_ chains: [OwnershipChain]) -> String? {
      let holders = Holders(
        object: model, retainCount: 1, isDestroyed: true, proof: .unseen(1), chains: chains)
      return ChainDrawing().lines(for: holders).first
    }
    #expect(head([ring]) == "Model is destroyed but still referenced · retain count 1")
    #expect(head([]) == "Model is destroyed · retain count 1")
  }

  @Test func `who refers without holding stands below`() throws {
    let screen = ChainObject(name: "Screen", address: 0x60)
    let holders = Holders(
      object: model, retainCount: 1, proof: .ring, chains: [ring],
      bystanders: [
        ChainLink(from: screen, label: "delegate", to: model, strength: .weak),
        ChainLink(from: closure, label: "captures", to: model, strength: .unowned),
      ])
    let drawn = ChainDrawing().lines(for: holders)
    #expect(
      drawn.suffix(4).joined(separator: "\n") == """

          Also referred to, but not held, by:
            Screen.delegate (weak)
            closure #1 in Model.start().captures (unowned)
        """)
    let read = try JSONDecoder().decode(Holders.self, from: JSONEncoder().encode(holders))
    #expect(ChainDrawing().lines(for: read) == drawn)
  }

  @Test func `a chain fits in one line`() {
    #expect(
      ChainDrawing().oneLine(for: ring)
        == "Model.camera → BirdCamera.onSighting → closure #1 in Model.start().captures → ↩ Model")
  }

  @Test func `a chain is written as JSON for programs`() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    var chain = ring
    chain.links = [ChainLink(from: model, label: "camera", to: camera)]
    #expect(
      String(decoding: try encoder.encode(chain), as: UTF8.self) == """
        {"kind":"ring","links":[{"exact":true,"from":"Model","label":"camera","strength":"strong",\
        "to":"BirdCamera"}],"root":null}
        """)
  }

  @Test func `where the lines are too wide a link takes several`() {
    #expect(
      ChainDrawing(width: 36).lines(for: ring).joined(separator: "\n") == """
        Model
        └─ camera        BirdCamera
           └─ onSighting
              closure #1 in Model.start()
              └─ captures
                 Model
                 ↩ back where it began
        """)
  }

  @Test func `addresses are shown when asked for`() {
    #expect(ChainDrawing(showsAddresses: true).lines(for: ring).first == "Model 0x10")
  }

  @Test func `Mermaid has its syntax escaped`() {
    #expect(
      ChainGraphText.mermaid(for: [ring]) == """
        flowchart TD
          n1["Model"]
          n2["BirdCamera"]
          n3["closure #35;1 in Model.start()"]
          n1 -->|"camera"| n2
          n2 -->|"onSighting"| n3
          n3 -->|"captures"| n1

        """)
  }

  @Test func `DOT draws a guess dashed`() {
    var chain = ring
    chain.links = [ChainLink(from: model, label: "a \"b\"", to: camera, isExact: false)]
    #expect(
      ChainGraphText.dot(for: [chain]) == """
        digraph chains {
          node [shape=box];
          n1 [label="Model"];
          n2 [label="BirdCamera"];
          n1 -> n2 [label="a \\"b\\"", style=dashed];
        }

        """)
  }

  @Test func `objects of one type are numbered when there are several`() {
    let first = ChainObject(name: "Row", address: 1)
    let second = ChainObject(name: "Row", address: 2)
    let chain = OwnershipChain(
      kind: .ring,
      links: [
        ChainLink(from: first, label: "next", to: second),
        ChainLink(from: second, label: "next", to: first),
      ])
    let numbers = ObjectNumbers([chain], first: first)
    #expect(
      ChainDrawing().oneLine(for: numbers.numbered(chain))
        == "Row #1.next → Row #2.next → ↩ Row #1")
  }

  @Test(arguments: [
    SnapshotError.unsupportedPlatform, .sanitizerBuild, .otherAllocator, .ledgerIncomplete,
    .cannotFreeze(errno: 12), .cannotReadMemory,
  ])
  func `every failure is one full sentence`(error: SnapshotError) {
    #expect(error.description.hasPrefix("There is no chain because "))
    #expect(error.description.hasSuffix("."))
  }
}
