import Probe
import Stage
import Testing

/// The ownership that the stage stands in for.
@MainActor
struct StageTests {
  final class Model {
    var events: [String] = []
    var passes = 0

    deinit {
      logDeinit(self)
    }
  }

  struct Pane: Screen {
    @State var model = Model()
    @State var count = 0

    var body: String { "count \(count)" }
    var buttons: [Button] { [Button("Add") { count += 1 }] }

    func onAppear() { model.events.append("appeared") }
    func onDisappear() { model.events.append("disappeared") }

    func task() async {
      while !Task.isCancelled {
        model.passes += 1
        await Task.yield()
      }
      model.events.append("task ended")
    }
  }

  /// Yields until the condition holds; bounded by time.
  private func wait(until condition: () -> Bool) async -> Bool {
    let deadline = ContinuousClock.now + .seconds(300)
    while !condition(), .now < deadline { await Task.yield() }
    return condition()
  }

  @Test func `a screen appears, works, and disappears with its task`() async {
    let stage = Stage()
    let pane = Pane()
    stage.show(pane)
    #expect(pane.model.events == ["appeared"])
    #expect(await wait { pane.model.passes >= 3 })
    stage.pop()
    #expect(stage.shown == nil)
    #expect(await wait { pane.model.events.count == 3 })
    #expect(pane.model.events == ["appeared", "disappeared", "task ended"])
  }

  @Test func `every copy of a screen names the same state`() {
    let stage = Stage()
    let pane = Pane()
    stage.show(pane)
    #expect(stage.press("Add"))
    let copy = pane
    copy.count += 1
    #expect(stage.shown == "count 2")
    #expect(!stage.press("Subtract"))
    #expect(stage.shown == "count 2")
  }

  @Test func `a popped screen's model is freed, a captured copy keeps it`() async throws {
    let watchlist = Watchlist()
    let stage = Stage()
    var keeper: (() -> Int)?
    do {
      let pane = Pane()
      watchlist.watch(pane.model)
      keeper = { pane.count }
      stage.show(pane)
    }
    stage.pop()
    let settling = Settling(prompt: 1000, grace: 100)
    #expect(try await watchlist.settle(settling).map(\.verdict) == [.stillAlive])
    #expect(keeper?() == 0)
    keeper = nil
    #expect(try await watchlist.settle(settling).map(\.verdict) == [.freed])
  }

  @Test func `showing another screen pops the one before`() async {
    let stage = Stage()
    let (first, second) = (Pane(), Pane())
    stage.show(first)
    second.count = 7
    stage.show(second)
    #expect(stage.shown == "count 7")
    #expect(first.model.events.prefix(2) == ["appeared", "disappeared"])
    stage.pop()
    stage.pop()
  }
}
