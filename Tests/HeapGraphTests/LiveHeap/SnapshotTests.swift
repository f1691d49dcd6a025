import Foundation
import Synchronization
import Testing

@testable import HeapGraph

private final class Half: @unchecked Sendable {
  var other: Half?
  weak var observer: Half?
}

/// A ring of two that nothing holds; the address of one half.
@inline(never) private func makeRing() -> UInt {
  let first = Half()
  let second = Half()
  first.other = second
  second.other = first
  first.observer = second
  return UInt(bitPattern: Unmanaged.passUnretained(first).toOpaque())
}

extension LiveHeap {
  /// The snapshot itself: safe under load, no owner of anything, gone when let go of.
  @Suite(.serialized) struct SnapshotTests {
    @Test func `snapshots are safe while eight threads allocate, free and start tasks`() throws {
      let rings = (0..<20).map { _ in makeRing() }
      let flags = Flags()
      for number in 0..<8 {
        Thread.detachNewThread {
          flags.running.add(1, ordering: .relaxed)
          var kept: [Half] = []
          while !flags.isOver.load(ordering: .relaxed) {
            let half = Half()
            half.other = Half()
            kept.append(half)
            // Not more tasks than are worked off, or the heap would grow without end.
            if number.isMultiple(of: 2), flags.tasks.load(ordering: .relaxed) < 200 {
              flags.tasks.add(1, ordering: .relaxed)
              Task.detached {
                withExtendedLifetime(half) {}
                flags.tasks.subtract(1, ordering: .relaxed)
              }
            }
            if kept.count > 200 { kept.removeAll() }
          }
          flags.running.subtract(1, ordering: .relaxed)
        }
      }
      for round in 0..<8 {  // few, as the load starves the tests beside it
        let address = rings[round % rings.count]
        let holders = try HeapSnapshot.take().holders(of: address)
        #expect(holders?.proof == .ring)
      }
      flags.isOver.store(true, ordering: .relaxed)
      let end = ContinuousClock.now + .seconds(5)
      while flags.running.load(ordering: .relaxed) > 0, ContinuousClock.now < end { sched_yield() }
      #expect(flags.running.load(ordering: .relaxed) == 0)
    }

    /// As the runtime's own do, which keep what it calls a type.
    @Test func `a record that begins with a type's address is no object of the type`() throws {
      let record = UnsafeMutablePointer<UInt>.allocate(capacity: 4)
      defer { record.deallocate() }
      record.initialize(repeating: 0, count: 4)
      record[0] = UInt(bitPattern: ObjectIdentifier(Half.self))
      record[1] = UInt(bitPattern: record)
      #expect(try HeapSnapshot.take().holders(of: UInt(bitPattern: record)) == nil)
    }

    private final class Flags: Sendable {
      let isOver = Atomic<Bool>(false)
      let running = Atomic<Int>(0)
      let tasks = Atomic<Int>(0)
    }

    @Test func `an unused address has no holders`() throws {
      let snapshot = try HeapSnapshot.take()
      #expect(snapshot.holders(of: 0) == nil)
      #expect(snapshot.holders(of: 0xdead_beef_0000) == nil)
    }

    @Test func `a snapshot keeps nothing alive`() throws {
      weak var watched: Half?
      var snapshot: HeapSnapshot?
      do {
        let half = Half()
        watched = half
        snapshot = try HeapSnapshot.take()
        #expect(snapshot?.holders(of: half) != nil)
      }
      #expect(watched == nil)
      withExtendedLifetime(snapshot) {}
    }

    @Test func `a snapshot's process ends with it`() throws {
      var process: Int32 = 0
      do {
        let frozen = try FrozenProcess()
        process = frozen.memory.process
        #expect(kill(process, 0) == 0)
        withExtendedLifetime(frozen) {}
      }
      #expect(kill(process, 0) != 0)
    }

    @Test func `memory is read as it was when it was frozen`() throws {
      let place = UnsafeMutablePointer<Int>.allocate(capacity: 1)
      defer { place.deallocate() }
      place.pointee = 1
      let frozen = try FrozenProcess()
      place.pointee = 2
      #expect(frozen.memory.word(at: UInt(bitPattern: place)) == 1)
      #expect(frozen.memory.word(at: 0x10) == nil)
    }

    @Test func `unreachable objects are found, and none among those that are held`() throws {
      let held = Half()
      let ring = makeRing()
      let unreachable = try HeapSnapshot.take().unreachableObjects().map(\.address)
      #expect(unreachable.contains(ring))
      #expect(
        !unreachable.contains(UInt(bitPattern: Unmanaged.passUnretained(held).toOpaque())))
      withExtendedLifetime(held) {}
    }

    @Test func `references are told with their strength`() throws {
      let address = makeRing()
      let references = try HeapSnapshot.take().references(of: address)
      #expect(references.map(\.label) == ["other", "observer"])
      #expect(references.map(\.strength) == [.strong, .weak])
      #expect(references.first?.address == references.last?.address)
    }

    @Test func `only a class's own words look like a destroyed object of it`() {
      let words = UnsafeMutablePointer<UInt>.allocate(capacity: 2)
      defer { words.deallocate() }
      let address = UInt(bitPattern: words)
      let half = UInt(bitPattern: ObjectIdentifier(Half.self))
      func looksDestroyed(_ first: UInt, _ count: UInt) -> Bool {
        (words[0], words[1]) = (first, count)
        return HeapSnapshot.looksDestroyed(at: address, as: Half.self)
      }
      #expect(looksDestroyed(half, 1 << 32 | 3))
      #expect(!looksDestroyed(half, 3))
      #expect(!looksDestroyed(half + 8, 1 << 32 | 3))  // another's memory by now
      #expect(!HeapSnapshot.looksDestroyed(at: 0x10, as: Half.self))
    }

    @Test func `an object whose deinit has run holds nothing and says so`() throws {
      struct Keeper { unowned var half: Half }
      let keeper = UnsafeMutablePointer<Keeper>.allocate(capacity: 1)
      defer {
        keeper.deinitialize(count: 1)
        keeper.deallocate()
      }
      do {
        let half = Half()
        half.other = Half()
        keeper.initialize(to: Keeper(half: half))
      }
      // The unowned reference keeps the memory; the object is destroyed.
      let address = UnsafeRawPointer(keeper).load(as: UInt.self)
      let holders = try HeapSnapshot.take().holders(of: address)
      #expect(holders?.isDestroyed == true && holders?.isDestroyedButReferenced == false)
      #expect(try HeapSnapshot.take().references(of: address).isEmpty)
    }
  }
}
