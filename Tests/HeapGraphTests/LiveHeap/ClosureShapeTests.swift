import Testing

@testable import HeapGraph

private func keep<T>(_ value: T) -> () -> T { { value } }
private func keepTwo<A, B>(_ first: A, _ second: [B]) -> () -> Int {
  { withExtendedLifetime(first) { second.count } }
}
private struct Wide { var numbers = (1, 2, 3) }

extension LiveHeap {
  /// Closures and what they capture.
  @Suite(.serialized) struct ClosureShapeTests {
    static let shapes = [
      Shape(
        "a closure that captures one object",
        "ring: Holder<() -> Int>.value → closure #1 in closure #1 in static shapes.captures → ↩ Holder<() -> Int>"
      ) { node in { node.number } },
      Shape(
        "a closure that captures several",
        "ring: Holder<() -> Int>.value → closure #1 in closure #2 in static shapes.captures → ↩ Holder<() -> Int>"
      ) { node in
        let other = Node()
        let number = other.number + 3
        return { node.number + number + other.number }
      },
      Shape(
        "a closure that captures a variable",
        "ring: Holder<() -> Int>.value → closure #1 in closure #3 in static shapes.captures → ↩ Holder<() -> Int>"
      ) { node in
        var variable: Node? = node
        return {
          defer { variable = nil }
          return variable?.number ?? 0
        }
      },
      Shape(
        "a closure that captures a number variable and an object",
        "ring: Holder<() -> Int>.value → closure #1 in closure #4 in static shapes.captures → ↩ Holder<() -> Int>"
      ) { node in
        var count = 0
        return {
          count += node.number
          return count
        }
      },
      Shape(
        "a closure that captures a struct",
        "ring: Holder<() -> Int>.value → closure #1 in closure #5 in static shapes.captures 1 → ↩ Holder<() -> Int>"
      ) { node in
        let pair = (Wide(), node)
        return { pair.1.number + pair.0.numbers.0 }
      },
      Shape(
        "a closure that captures an array",
        "ring: Holder<() -> Int>.value → closure #1 in closure #6 in static shapes.captures[0] → ↩ Holder<() -> Int>"
      ) { node in
        let nodes = [node]
        return { nodes.count }
      },
      Shape(
        "a closure that captures an existential",
        "ring: Holder<() -> String>.value → closure #1 in closure #7 in static shapes.captures → ↩ Holder<() -> String>"
      ) { node in
        let any: Any = node
        return { String(describing: any) }
      },
      Shape(
        "a generic closure",
        "ring: Holder<() -> Node>.value → closure #1 in keep<A>(_:).captures → ↩ Holder<() -> Node>"
      ) { keep($0) },
      Shape(
        "a generic closure with an array",
        "ring: Holder<() -> Int>.value → closure #1 in keepTwo<A, B>(_:_:).captures[0] → ↩ Holder<() -> Int>"
      ) { keepTwo(4, [$0]) },
      Shape(
        "a method reference",
        "ring: Holder<@Sendable () -> Int>.value → closure #10 in static shapes.captures → ↩ Holder<@Sendable () -> Int>"
      ) { $0.ping },
      Shape(
        "a closure in a closure",
        "ring: Holder<() -> Int>.value → closure #2 in closure #11 in static shapes.captures → closure #1 in closure #11 in static shapes.captures → ↩ Holder<() -> Int>"
      ) { node in
        let inner = { node.number }
        return { inner() + 1 }
      },
      Shape(
        "a Sendable async closure",
        "ring: Holder<@Sendable () async -> Int>.value → closure #1 in closure #12 in static shapes.captures → ↩ Holder<@Sendable () async -> Int>"
      ) { node in
        { @Sendable () async -> Int in node.number }
      },
      Shape(
        "a closure in an optional in a struct",
        "ring: Holder<(Int, (() -> Int)?)>.value.1 → closure #1 in closure #13 in static shapes.captures → ↩ Holder<(Int, (() -> Int)?)>"
      ) { node in
        (1, Optional({ node.number }))
      },
      Shape(
        "an array of closures",
        "ring: Holder<[() -> Int]>.value[1] → closure #2 in closure #14 in static shapes.captures → ↩ Holder<[() -> Int]>"
      ) { node in [{ 1 }, { node.number }] },
    ]

    @Test(arguments: shapes) func `a closure is drawn with its function`(shape: Shape) throws {
      try shape.check()
    }

    @Test func `weak and unowned captures hold nothing`() throws {
      let weakly = try LiveHeap.chains {
        let holder = Holder<() -> Int>()
        holder.value = { [weak holder] in holder?.number ?? 0 }
        return holder
      }
      #expect(weakly == "freed")
      let unowned = try LiveHeap.chains {
        let holder = Holder<() -> Int>()
        holder.value = { [unowned holder] in holder.number }
        return holder
      }
      #expect(unowned == "freed")
    }
  }
}
