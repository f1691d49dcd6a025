import Foundation
import HeapGraph
import Probe
import Synchronization
import Testing

/// What becomes of objects, seen through a watchlist as a test of one's own would use it.
struct WatchlistTests {
  final class Buoy: Sendable {
    deinit {
      logDeinit(self)
    }
  }

  final class Anchor {
    var held: AnyObject?

    deinit {
      logDeinit(self)
    }
  }

  @Test func `an object whose owner lets go is freed, and its deinit is logged`() async throws {
    let watchlist = Watchlist()
    do {
      let buoy = Buoy()
      watchlist.watch(buoy)
    }
    #expect(try await watchlist.settle().map(\.verdict) == [.freed])
    #expect(watchlist.deinits == ["Buoy"])
  }

  @Test func `a retain cycle is still alive, and no deinit is logged`() async throws {
    let watchlist = Watchlist()
    weak var ring: Anchor?
    do {
      let anchor = Anchor()
      anchor.held = anchor
      ring = anchor
      watchlist.watch(anchor)
    }
    let report = try #require(await watchlist.settle().first)
    #expect(report.type == "Anchor" && report.verdict == .stillAlive)
    #if os(Linux)
      let name = "WatchlistTests.Anchor"
      #expect(report.holders?.proof == .ring)
      #expect(report.chains.map { ChainDrawing().oneLine(for: $0) } == ["\(name).held → ↩ \(name)"])
    #endif
    #expect(watchlist.deinits == [])
    ring?.held = nil
  }

  #if os(Linux)
    final class Holder {
      var anchor: Anchor?
      unowned var bystander: AnyObject
      nonisolated(unsafe) static var abandoned: UnsafeMutableRawPointer?

      init(_ anchor: Anchor) {
        self.anchor = anchor
        bystander = anchor  // keeps the memory, not the object
      }
    }

    /// One release too many, as a runtime's bug would do it, and a holder that is never freed.
    @Test func `an object whose deinit ran under a strong reference is told by who has it`()
      async throws
    {
      let watchlist = Watchlist()
      do {
        let anchor = Anchor()
        watchlist.watch(anchor)
        // Known to somebody, or the optimizer would leave it out.
        Holder.abandoned = Unmanaged.passRetained(Holder(anchor)).toOpaque()
        Unmanaged.passUnretained(anchor).release()
      }
      let report = try #require(await watchlist.settle().first)
      #expect(report.verdict == .destroyedButReferenced)
      #expect(watchlist.deinits == ["Anchor"])
      let link = try #require(report.chains.first?.links.last)
      #expect(link.from.name == "WatchlistTests.Holder" && link.label == "anchor")
    }
  #endif

  @Test func `an object that goes when some work ends is freed late`() async throws {
    let watchlist = Watchlist()
    do {
      let buoy = Buoy()
      watchlist.watch(buoy)
      Task.detached {
        for _ in 0..<100 { try? await Task.sleep(for: .milliseconds(1)) }
        withExtendedLifetime(buoy) {}
      }
    }
    let settling = Settling(prompt: 0, grace: 10_000)
    let report = try #require(await watchlist.settle(settling).first)
    #expect(report.verdict == .freedLate)
    #expect(report.seconds > 0)
  }

  @Test func `each object has a verdict of its own, in the order watched`() async throws {
    let watchlist = Watchlist()
    let kept = Buoy()
    watchlist.watch(kept)
    do { watchlist.watch(Anchor()) }
    watchlist.watch(kept)
    let reports = try await watchlist.settle(Settling(prompt: 60, grace: 60))
    #expect(reports.map(\.type) == ["Buoy", "Anchor"])
    #expect(reports.map(\.verdict) == [.stillAlive, .freed])
    withExtendedLifetime(kept) {}
  }

  @Test func `watching nothing is an error`() async {
    await #expect(throws: WatchError.nothingWatched) { try await Watchlist().settle() }
  }

  @Test func `watching a value in a box is an error`() async {
    let boxes = [
      (7 as AnyObject, "NSNumber"), ("seven" as AnyObject, "NSString"),
      (Settling() as AnyObject, "__SwiftValue"),
    ]
    let kept = Buoy()
    for (box, type) in boxes {
      let watchlist = Watchlist()
      watchlist.watch(kept)
      watchlist.watch(box)
      await #expect(throws: WatchError.boxedValue(type)) { try await watchlist.settle() }
    }
  }

  @Test func `two watchlists share nothing but the object that both watch`() async throws {
    let (first, second) = (Watchlist(), Watchlist())
    do {
      let both = Buoy()
      let onlyFirst = Anchor()
      first.watch(both)
      second.watch(both)
      first.watch(onlyFirst)
    }
    _ = try await (first.settle(), second.settle())
    #expect(Set(first.deinits) == ["Buoy", "Anchor"])
    #expect(second.deinits == ["Buoy"])
  }

  @Test func `a watchlist that is gone hears of no deinit, and one that nobody watches is silent`()
  {
    let heard = Mutex<[String]>([])
    var buoy: Buoy? = Buoy()
    do {
      let watchlist = Watchlist { type in heard.withLock { $0.append(type) } }
      if let buoy { watchlist.watch(buoy) }
    }
    buoy = nil
    _ = Buoy()
    #expect(heard.withLock { $0 } == [])
  }

  @Test func `a thousand watchlists side by side each see their own object`() async throws {
    let seen = try await withThrowingTaskGroup(of: [String].self) { group in
      for _ in 0..<1000 {
        group.addTask {
          let watchlist = Watchlist()
          do { watchlist.watch(Buoy()) }
          return try await watchlist.settle().map(\.verdict.rawValue) + watchlist.deinits
        }
      }
      return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    }
    #expect(seen == [["freed", "Buoy"]: 1000])
  }
}
