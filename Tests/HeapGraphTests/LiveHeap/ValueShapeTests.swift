import Testing

@testable import HeapGraph

private protocol Open {}
private struct Small: Open { var node: Node }
private struct Wide: Open {
  var numbers = (1, 2, 3)
  var node: Node
}
private struct Failure: Error { var node: Node }
private enum Load {
  case idle
  case waiting(since: Int, Node)
  case loaded(Node)
  case failed(String)
}
private indirect enum Chain {
  case end
  case link(Node, Chain)
}
private struct Key: Hashable {
  var node: Node
  static func == (a: Key, b: Key) -> Bool { a.node === b.node }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(node)) }
}
private struct Pair<A, B> {
  var first: A
  var second: B
}
private struct Packed<each Element> { var elements: (repeat each Element) }

extension LiveHeap {
  /// Values within a property: each drawn by name, each twin freed.
  @Suite(.serialized) struct ValueShapeTests {
    static let shapes = [
      Shape("a class reference", "ring: Holder<Node>.value → ↩ Holder<Node>") { $0 },
      Shape("an optional of an optional", "ring: Holder<Node??>.value → ↩ Holder<Node??>") {
        Optional(Optional($0))
      },
      Shape("an any object", "ring: Holder<AnyObject>.value → ↩ Holder<AnyObject>") {
        $0 as AnyObject
      },
      Shape("a class-bound existential", "ring: Holder<Bound>.value → ↩ Holder<Bound>") {
        $0 as any Bound
      },
      Shape("an any", "ring: Holder<Any>.value → ↩ Holder<Any>") { $0 as Any },
      Shape(
        "an existential with the value inside", "ring: Holder<Open>.value.node → ↩ Holder<Open>"
      ) { Small(node: $0) as any Open },
      Shape(
        "an existential with the value in a box", "ring: Holder<Open>.value.node → ↩ Holder<Open>"
      ) { Wide(node: $0) as any Open },
      Shape("an error", "ring: Holder<Error>.value → error.node → ↩ Holder<Error>") {
        Failure(node: $0) as any Error
      },
      Shape(
        "a tuple", "ring: Holder<(Int, named: Node)>.value.named → ↩ Holder<(Int, named: Node)>"
      ) { (1, named: $0) },
      Shape(
        "a struct in a struct",
        "ring: Holder<Pair<Int, Small>>.value.second.node → ↩ Holder<Pair<Int, Small>>"
      ) { Pair(first: 1, second: Small(node: $0)) },
      Shape("an enum's payload", "ring: Holder<Load>.value.loaded → ↩ Holder<Load>") {
        Load.loaded($0)
      },
      Shape("an enum's second payload", "ring: Holder<Load>.value.waiting.1 → ↩ Holder<Load>") {
        Load.waiting(since: 3, $0)
      },
      Shape("an indirect enum", "ring: Holder<Chain>.value.link.0 → ↩ Holder<Chain>") {
        Chain.link($0, .end)
      },
      Shape(
        "a result",
        "ring: Holder<Result<Node, Error>>.value.success → ↩ Holder<Result<Node, Error>>"
      ) { Result<Node, any Error>.success($0) },
      Shape(
        "a failed result",
        "ring: Holder<Result<Int, Error>>.value.failure → error.node → ↩ Holder<Result<Int, Error>>"
      ) { Result<Int, any Error>.failure(Failure(node: $0)) },
      Shape(
        "an optional struct",
        "ring: Holder<Pair<Node, Int>?>.value.first → ↩ Holder<Pair<Node, Int>?>"
      ) { Optional(Pair(first: $0, second: 7)) },
      Shape("an array", "ring: Holder<[Node]>.value[1] → ↩ Holder<[Node]>") { [Node(), $0] },
      Shape(
        "a contiguous array",
        "ring: Holder<ContiguousArray<Node>>.value[0] → ↩ Holder<ContiguousArray<Node>>"
      ) { ContiguousArray([$0]) },
      Shape("a slice", "ring: Holder<ArraySlice<Node>>.value[1] → ↩ Holder<ArraySlice<Node>>") {
        [Node(), $0, Node()][1...]
      },
      Shape("an array of structs", "ring: Holder<[Wide]>.value[1].node → ↩ Holder<[Wide]>") {
        [Wide(node: Node()), Wide(node: $0)]
      },
      Shape("an array of existentials", "ring: Holder<[Open]>.value[0].node → ↩ Holder<[Open]>") {
        [Small(node: $0) as any Open]
      },
      Shape("an array of optionals", "ring: Holder<[Node?]>.value[1] → ↩ Holder<[Node?]>") {
        [nil, Optional($0)]
      },
      Shape("an array of arrays", "ring: Holder<[[Node]]>.value[1][0] → ↩ Holder<[[Node]]>") {
        [[Node()], [$0]]
      },
      Shape(
        "a dictionary by text",
        "ring: Holder<[String: Node]>.value[\"auth\"] → ↩ Holder<[String: Node]>"
      ) { ["auth": $0] },
      Shape(
        "a dictionary by long text",
        "ring: Holder<[String: Node]>.value[\"a key too long to be inline\"] → ↩ Holder<[String: Node]>"
      ) { ["a key too long to be inline": $0] },
      Shape(
        "a dictionary by number", "ring: Holder<[Int: Node]>.value[404] → ↩ Holder<[Int: Node]>"
      ) { [404: $0] },
      Shape("a dictionary's key", "ring: Holder<[Key: Int]>.value[key].node → ↩ Holder<[Key: Int]>")
      { [Key(node: $0): 1] },
      Shape("a set", "ring: Holder<Set<Key>>.value[member].node → ↩ Holder<Set<Key>>") {
        Set([Key(node: $0)])
      },
      Shape(
        "an inline array",
        "ring: Holder<InlineArray<2, Node?>>.value[1] → ↩ Holder<InlineArray<2, Node?>>"
      ) { node -> InlineArray<2, Node?> in [nil, node] },
      Shape(
        "a pack of elements",
        "ring: Holder<Packed<Int, Node>>.value.elements.1 → ↩ Holder<Packed<Int, Node>>"
      ) { Packed(elements: (1, $0)) },
    ]

    @Test(arguments: shapes) func `a value is drawn as the source names it`(shape: Shape) throws {
      try shape.check()
    }
  }
}
