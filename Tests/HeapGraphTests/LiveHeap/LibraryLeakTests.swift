import Foundation
import Observation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import HeapGraph

extension LiveHeap {
  /// What a library keeps and a program forgets: timers, registrars, sessions.
  @Suite(.serialized) struct LibraryLeakTests {
    final class Clock: @unchecked Sendable {
      var timer: Timer?
      var ticks = 0
      func start() {
        timer = Timer(timeInterval: 0.001, repeats: true) { _ in self.ticks += 1 }
        if let timer { RunLoop.current.add(timer, forMode: .default) }
      }
      func startWeakly() {
        timer = Timer(timeInterval: 0.001, repeats: true) { [weak self] _ in self?.ticks += 1 }
        if let timer { RunLoop.current.add(timer, forMode: .default) }
      }
      func tick() -> Bool {
        let end = Date(timeIntervalSinceNow: 5)
        while ticks < 2, Date() < end {
          _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
        }
        return ticks >= 2
      }
      deinit { timer?.invalidate() }
    }

    @Test func `a timer holds what its block names`() throws {
      try LiveHeap.check(
        """
        Clock is still alive · retain count 1

          Timer   (timer on a run loop)
          └─ _fire       closure #1 in Clock.start()
             └─ captures    Clock
                └─ timer       Timer   ↩ back where it began

          It lives as long as this holds it: timer on a run loop.
        """
      ) { isLeak in
        let clock = Clock()
        if isLeak { clock.start() } else { clock.startWeakly() }
        #expect(clock.tick())
        return clock
      }
    }

    @Observable final class Counter: @unchecked Sendable {
      var count = 0
      @ObservationIgnored var heard = 0
      func watch() {
        withObservationTracking {
          _ = count
        } onChange: {
          self.heard += 1
        }
      }
      func watchWeakly() {
        withObservationTracking {
          _ = count
        } onChange: { [weak self] in
          self?.heard += 1
        }
      }
    }

    @Test func `an observation registrar holds its onChange closure`() throws {
      try LiveHeap.check(
        """
        Counter is still alive · retain count 1

          Counter
          └─ observation registrar    closure #2 in Counter.watch()
             └─ captures                 Counter   ↩ back where it began

          All of its owners are in this ring: it is never freed.
        """
      ) { isLeak in
        let counter = Counter()
        if isLeak { counter.watch() } else { counter.watchWeakly() }
        return counter
      }
    }

    final class Loader: NSObject, URLSessionDelegate, @unchecked Sendable {
      var session: URLSession?
      func start() {
        session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
      }
    }

    @Test func `a session and its delegate hold each other`() throws {
      try LiveHeap.check(
        """
        Loader is still alive · retain count 1

          Loader
          └─ session     URLSession
             └─ delegate    Loader   ↩ back where it began

          All of its owners are in this ring: it is never freed.
        """
      ) { isLeak in
        let loader = Loader()
        loader.start()
        if !isLeak { loader.session = nil }
        return loader
      }
    }
  }
}
