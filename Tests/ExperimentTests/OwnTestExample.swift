import Probe
import Testing

@MainActor
struct CounterTests {
  @Test func `a counter goes away while it counts`() async throws {
    let watchlist = Watchlist()
    do {
      let counter = Counter()
      watchlist.watch(counter)
      counter.start()
      while counter.count < 3 { await Task.yield() }  // the work has begun
    }
    #expect(try await watchlist.settle().map(\.verdict) == [.freed])
    #expect(watchlist.deinits == ["Counter"])
  }
}

@MainActor
final class Counter {
  var count = 0
  private var work: Task<Void, Never>?

  func start() {
    work = Task { [weak self] in
      while !Task.isCancelled {
        self?.count += 1
        await Task.yield()
      }
    }
  }

  deinit {
    work?.cancel()
    logDeinit(self)
  }
}
