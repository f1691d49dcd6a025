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
private struct Weakly {
  weak var watcher: Watcher?
  init(_ watcher: Watcher? = nil) { self.watcher = watcher }
}
private final class Locked: Sendable {
  let state = Mutex<AnyObject?>(nil)
  let hidden = Mutex(Hidden())
  let single = Single()
  let once = AtomicLazyReference<Lazily>()
}
private struct Hidden {
  var count: Int8 = 0
  var members: [String: AnyObject] = [:]
}
private struct Single: ~Copyable, Sendable {
  let inner = Mutex<AnyObject?>(nil)
}
private final class Lazily: Sendable {
  let owner: Locked?
  init(_ owner: Locked?) { self.owner = owner }
}
private final class LockedPair<Value: Hashable & Sendable>: Sendable {
  let pair: Mutex<(Value, AnyObject?)>
  init(_ value: Value) { pair = Mutex((value, nil)) }
}
private final class Buffered: ManagedBuffer<AnyObject?, Pupil> {
  deinit { withUnsafeMutablePointerToElements { _ = $0.deinitialize(count: 2) } }
}
private struct Pupil {
  var age = 7
  var teacher: AnyObject?
}
private final class Pointed: @unchecked Sendable {
  let storage = UnsafeMutablePointer<AnyObject?>.allocate(capacity: 1)
  init() { storage.initialize(to: nil) }
  deinit {
    storage.deinitialize(count: 1)
    storage.deallocate()
  }
}
private final class Finder: @unchecked Sendable {
  var path: PartialKeyPath<Seats>?
}
/// A place to look up by an object, so that a key path has to keep the object.
private struct Seats {
  subscript(seat: Seat) -> Int { seat.number }
}
private struct Seat: Hashable {
  var number = 7
  var owner: AnyObject
  static func == (a: Seat, b: Seat) -> Bool { a.owner === b.owner }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(owner)) }
}

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
      Shape(
        object: "private values in each other",
        "ring: Keeper.plain.parts.inner.state.busy → ↩ Keeper"
      ) { isRing in
        let keeper = Keeper()
        keeper.plain.bystander = keeper
        keeper.plain.parts.inner.state = isRing ? .busy(keeper) : .over
        return keeper
      },
      Shape(object: "the header of a managed buffer", "ring: Buffered.header → ↩ Buffered") {
        isRing in
        let buffer = pupils()
        buffer.header = isRing ? buffer : nil
        return buffer
      },
      Shape(
        object: "an element of a managed buffer (a guess)",
        "held: Buffered.elements[1].teacher → ↩ Buffered?"
      ) { isRing in
        let buffer = pupils()
        if isRing { buffer.withUnsafeMutablePointerToElements { $0[1].teacher = buffer } }
        return buffer
      },
      Shape(
        object: "an index that a key path captured (a guess)",
        "held: KeyPath<Seats, Int>.a captured argument → Finder?.path → ↩ KeyPath<Seats, Int>"
      ) { isRing in
        let finder = Finder()
        finder.path = \Seats[Seat(owner: isRing ? finder : Node())]
        return finder
      },
      Shape(
        object: "a value behind a pointer (a guess)",
        "held: memory that Swift does not describe → Pointed?"
      ) { isRing in
        let pointed = Pointed()
        pointed.storage.pointee = isRing ? pointed : nil
        return pointed
      },
      Shape(object: "what a mutex protects", "ring: Locked.state → ↩ Locked") { isRing in
        let locked = Locked()
        locked.state.withLock { $0 = isRing ? locked : nil }
        return locked
      },
      Shape(
        object: "a private type that a mutex protects",
        "ring: Locked.hidden.members[\"me\"] → ↩ Locked"
      ) { isRing in
        let locked = Locked()
        locked.hidden.withLock { $0.members["me"] = isRing ? locked : Node() }
        return locked
      },
      Shape(
        object: "a mutex in a generic class", "ring: LockedPair<Int>.pair.1 → ↩ LockedPair<Int>"
      ) { isRing in
        let locked = LockedPair(1)
        locked.pair.withLock { $0.1 = isRing ? locked : nil }
        return locked
      },
      Shape(
        object: "a struct that can't be copied", "ring: Locked.single.inner → ↩ Locked"
      ) { isRing in
        let locked = Locked()
        locked.single.inner.withLock { $0 = isRing ? locked : nil }
        return locked
      },
      Shape(object: "a lazy reference", "ring: Locked.once → Lazily.owner → ↩ Locked") { isRing in
        let locked = Locked()
        _ = locked.once.storeIfNil(Lazily(isRing ? locked : nil))
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
      let twin = try LiveHeap.chains {
        let node = Node()
        Kept.shared.node = node
        Kept.shared.node = nil
        return node
      }
      #expect(twin == "freed")
      // The optimizer makes the object a part of the program, so it is no object on the heap.
      #expect(
        drawn == "held: global variable static Kept.shared → Kept.node → Node"
          || drawn == "held: global variable shared → Node")
    }

    @Test func `weak and unowned references are told when asked for`() throws {
      let watched = Watcher()
      let other = Watcher()
      watched.weakly = watched
      other.unowned = watched
      other.unsafely = watched
      let weakOnes = Holder<[Weakly]>()
      weakOnes.value = [Weakly(), Weakly(watched)]
      let closure = Holder<() -> Watcher?>()
      closure.value = { [weak watched] in watched }
      // In a global variable, or the optimizer would put them on the stack.
      Bystander.keepers = [other, weakOnes, closure]
      defer { Bystander.keepers = [] }
      let address = UInt(bitPattern: Unmanaged.passUnretained(watched).toOpaque())
      let snapshot = try HeapSnapshot.take()
      #expect(snapshot.holders(of: address)?.bystanders == [])
      let found = try #require(snapshot.holders(of: address, findsBystanders: true))
      let drawn = ChainDrawing().lines(for: found).drop { !$0.contains("Also") }.map {
        $0.replacing("LiveHeap.ObjectShapeTests.", with: "")
      }
      #expect(
        drawn.dropFirst().sorted().joined(separator: "\n") == """
              Holder<[Weakly]>.value[1].watcher (weak)
              Watcher #1.weakly (weak)
              Watcher #2.unowned (unowned)
              Watcher #2.unsafely (unmanaged)
              closure #1 in `weak and unowned references are told when asked for`().captures (weak)
          """)
    }

    /// Words that name the object without owning it: a freed list's, a task's, a bystander's.
    @Test func `a stale word is no owner of what the count explains`() async throws {
      let stale = UnsafeMutablePointer<UInt>.allocate(capacity: 8)
      defer { stale.deallocate() }
      let (stream, gate) = AsyncStream.makeStream(of: Void.self)
      Bystander.taskHasBegun.store(false, ordering: .relaxed)
      var task: Task<Void, Never>?
      let drawn = try await LiveHeap.inspect {
        let node = Holder<AnyObject>()
        node.value = node
        Bystander.node = node
        let address = UInt(bitPattern: Unmanaged.passUnretained(node).toOpaque())
        stale.initialize(repeating: address, count: 8)
        task = Task {
          var copies = (address, address, address)
          Bystander.taskHasBegun.store(true, ordering: .relaxed)
          for await _ in stream { copies.0 += 1 }
          withExtendedLifetime(copies) {}
        }
        #expect(await eventually { Bystander.taskHasBegun.load(ordering: .relaxed) })
        return node
      } _: {
        LiveHeap.short($0)
      }
      #expect(drawn == "ring: Holder<AnyObject>.value → ↩ Holder<AnyObject>")
      Bystander.node = nil
      gate.finish()
      await task?.value
    }

    /// One reference is left over, and many words could be it.
    @Test func `no more guesses are named than the count leaves room for`() throws {
      let stale = (0..<4).map { _ in UnsafeMutablePointer<UInt>.allocate(capacity: 8) }
      defer { stale.forEach { $0.deallocate() } }
      let drawn = try LiveHeap.chains {
        let pointed = Pointed()
        pointed.storage.pointee = pointed
        let address = UInt(bitPattern: Unmanaged.passUnretained(pointed).toOpaque())
        for words in stale { words.initialize(repeating: address, count: 8) }
        return pointed
      }
      #expect(drawn == "held: memory that Swift does not describe → Pointed?")
    }

    /// Nothing says who holds it, unless an old word of it is left in some live memory: a guess.
    @Test func `a reference that is managed by hand can't be seen`() throws {
      func drawing(retaining: Bool) throws -> String {
        try LiveHeap.chains {
          let node = Node()
          if retaining { _ = Unmanaged.passRetained(node) }
          return node
        }
      }
      let held = try drawing(retaining: true)
      #expect(
        held == "held: held from outside by 1 reference that I can't see"
          || held.hasPrefix("held: ") && held.hasSuffix("Node?"), "\(held)")
      #expect(try drawing(retaining: false) == "freed")
    }

    /// Its symbol doesn't say that a variable is unowned; the object's own count does.
    @Test func `a global variable that may be unowned is a guess`() throws {
      defer { Bystander.node = nil }
      let drawn = try LiveHeap.chains {
        let node = Node()
        Bystander.node = node
        _ = Unmanaged.passRetained(node)
        return node
      }
      #expect(drawn == "held: global variable static Bystander.node → Node?")
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

private func pupils() -> Buffered {
  let buffer = Buffered.create(minimumCapacity: 2) { buffer -> AnyObject? in
    buffer.withUnsafeMutablePointerToElements { $0.initialize(repeating: Pupil(), count: 2) }
    return nil
  }
  return unsafeDowncast(buffer, to: Buffered.self)
}

/// Types that nothing asks for at run time, so that the optimizer leaves no metadata of them.
private struct Plain {
  var flag = true
  var number: Int32 = 2
  var parts: (UInt8, inner: Inner) = (1, Inner())
  weak var bystander: Node?
}
private struct Inner {
  var number = 3
  var state = Phase.idle
}
private enum Phase {
  case idle
  case busy(Node)
  case over
}
private final class Keeper: Node, @unchecked Sendable {
  var plain = Plain()
}

private enum Bystander {
  nonisolated(unsafe) static unowned var node: AnyObject?
  nonisolated(unsafe) static var keepers: [AnyObject] = []
  static let taskHasBegun = Atomic(false)
}

private final class Kept: @unchecked Sendable {
  static let shared = Kept()
  var node: Node?
}
