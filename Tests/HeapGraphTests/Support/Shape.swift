import Testing

@testable import HeapGraph

/// An object that shapes refer to.
class Node: Bound, @unchecked Sendable {
  var number = 1
  func ping() -> Int { number }
}

protocol Bound: AnyObject {}

/// A ring of one: an object whose property holds a value that refers back to it.
final class Holder<Value>: Node, @unchecked Sendable {
  var value: Value?
}

/// One way to hold an object, with the chain that must be drawn for it.
struct Shape: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var expected: String
  private let drawStrong: @Sendable () throws -> String
  private let drawTwin: @Sendable () throws -> String

  /// A value that `hold` makes around an object.
  ///
  /// The twin holds another object instead, so that everything is freed.
  init<Value>(
    _ description: String, _ expected: String, _ hold: @escaping @Sendable (Node) -> Value
  ) {
    testDescription = description
    self.expected = expected
    drawStrong = {
      try LiveHeap.chains {
        let holder = Holder<Value>()
        holder.value = hold(holder)
        return holder
      }
    }
    drawTwin = {
      try LiveHeap.chains {
        let holder = Holder<Value>()
        holder.value = hold(Node())
        return holder
      }
    }
  }

  /// An object that `make` makes, holding itself or, when told so, nothing of the kind.
  init(
    object description: String, _ expected: String,
    _ make: @escaping @Sendable (_ isRing: Bool) -> AnyObject
  ) {
    testDescription = description
    self.expected = expected
    drawStrong = { try LiveHeap.chains { make(true) } }
    drawTwin = { try LiveHeap.chains { make(false) } }
  }

  /// Draws both and compares.
  func check() throws {
    let drawn = try drawStrong()
    #expect(drawn == expected)
    #expect(try drawTwin() == "freed")
  }
}

extension LiveHeap {
  /// What holds the object that `make` returns, a line a chain: `ring: A.b → ↩ A`.
  static func chains(of make: () throws -> AnyObject) throws -> String {
    try inspect(make, short)
  }
}
