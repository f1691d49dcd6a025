import Foundation
import Synchronization
import Testing

@testable import HeapGraph

private class Base {
  var first = "first"
  var base: AnyObject?
}
private class Middle<T>: Base {
  var item: T?
  var middle: AnyObject?
}
private final class Leaf: Middle<Int>, @unchecked Sendable {
  var flag = true
  var leaf: AnyObject?
}
private final class Sub: NSObject { var owner: AnyObject? }
private actor Guard {
  nonisolated(unsafe) var other: AnyObject?
}
private final class Lazy {
  lazy var api: Lazy? = self
  @Stored var rare: Lazy? = nil
}
private final class Watcher: @unchecked Sendable {
  weak var weakly: Watcher?
  unowned var unowned: Watcher?
  unowned(unsafe) var unsafely: Watcher?
  var unmanaged: Unmanaged<Watcher>?
  var strong: Watcher?
}
private final class Locked: Sendable {
  let state = Mutex<AnyObject?>(nil)
}
private final class Buffered: ManagedBuffer<AnyObject?, AnyObject> {}

extension LiveHeap {
  /// Kinds of objects, and the strength of their properties.
  @Suite(.serialized) struct ObjectShapeTests {
    static let shapes = [
      Shape(object: "a property of the deepest class", "ring: Leaf.leaf → ↩ Leaf") { isRing in
        let leaf = Leaf()
        leaf.leaf = isRing ? leaf : nil
        return leaf
      },
      Shape(object: "an inherited property", "ring: Leaf.base → ↩ Leaf") { isRing in
        let leaf = Leaf()
        leaf.base = isRing ? leaf : nil
        return leaf
      },
      Shape(object: "a property of a generic class between", "ring: Leaf.middle → ↩ Leaf") {
        isRing in
        let leaf = Leaf()
        leaf.middle = isRing ? leaf : nil
        return leaf
      },
      Shape(object: "a subclass of NSObject", "ring: Sub.owner → ↩ Sub") { isRing in
        let sub = Sub()
        sub.owner = isRing ? sub : nil
        return sub
      },
      Shape(object: "an actor", "ring: Guard.other → ↩ Guard") { isRing in
        let guardian = Guard()
        guardian.other = isRing ? guardian : nil
        return guardian
      },
      Shape(object: "a lazy property", "ring: Lazy.lazy api → ↩ Lazy") { isRing in
        let lazy = Lazy()
        if isRing { _ = lazy.api }
        return lazy
      },
      Shape(
        object: "a property wrapper", "ring: Lazy.@Stored rare → Stored<Lazy?>.Box.value → ↩ Lazy"
      ) { isRing in
        let lazy = Lazy()
        lazy.rare = isRing ? lazy : nil
        return lazy
      },
      Shape(
        object: "weak, unowned and unmanaged beside a strong one",
        "ring: Watcher.strong → ↩ Watcher"
      ) { isRing in
        let watcher = Watcher()
        watcher.weakly = watcher
        watcher.unowned = watcher
        watcher.unsafely = watcher
        watcher.unmanaged = Unmanaged.passUnretained(watcher)
        watcher.strong = isRing ? watcher : nil
        return watcher
      },
      Shape(object: "the header of a managed buffer", "ring: Buffered.header → ↩ Buffered") {
        isRing in
        let buffer = Buffered.create(minimumCapacity: 1) { _ in nil }
        buffer.header = isRing ? buffer : nil
        return buffer
      },
      Shape(
        object: "what a mutex protects (a guess)",
        "held: Locked.state → ↩ Locked?"
      ) { isRing in
        let locked = Locked()
        locked.state.withLock { $0 = isRing ? locked : nil }
        return locked
      },
    ]

    @Test(arguments: shapes) func `an object is drawn with its property`(shape: Shape) throws {
      try shape.check()
    }

    @Test func `a global variable is named`() throws {
      defer { Kept.shared.node = nil }
      let drawn = try LiveHeap.chains {
        let node = Node()
        Kept.shared.node = node
        return node
      }
      // The optimizer makes the object a part of the program, so it is no object on the heap.
      #expect(
        drawn == "held: global variable static Kept.shared → Kept.node → Node"
          || drawn == "held: global variable shared → Node")
    }

    @Test func `the counts agree with the runtime's own`() throws {
      final class Counted {}
      let object = Counted()
      let more = [object, object, object]
      let address = UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
      let own = try #require(_getRetainCount(object) as UInt?)
      let holders = try #require(try HeapSnapshot.take().holders(of: address))
      withExtendedLifetime(more) {}
      // The runtime counts its own argument's retain, if there is one.
      #expect(abs(Int(own) - (holders.retainCount ?? 0)) <= 1)
      #expect((holders.retainCount ?? 0) >= 4)
    }
  }
}

private final class Kept: @unchecked Sendable {
  static let shared = Kept()
  var node: Node?
}
