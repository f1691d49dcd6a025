import Observation
import Testing

@testable import HeapGraph

extension LiveHeap {
  /// Tasks that hold the object which should end them.
  @Suite(.serialized) @MainActor struct TaskLeakTests {
    final class Patrol: @unchecked Sendable {
      var task: Task<Void, Never>?
      var rounds = 0
      func start() {
        task = Task { @MainActor in
          while !Task.isCancelled {
            self.rounds += 1
            try? await Task.sleep(for: .milliseconds(1))
          }
        }
      }
    }

    @Test func `a stored task holds the object that stores it`() async throws {
      try await LiveHeap.check(
        """
        Patrol is still alive · retain count 1

          task running closure #1 in Patrol.start()
          └─ captures    Patrol
             └─ task        Task   ↩ back where it began

          It lives as long as this holds it: task running closure #1 in Patrol.start().
        """
      ) { isLeak in
        let patrol = Patrol()
        patrol.start()
        #expect(await eventually { patrol.rounds > 0 })
        if !isLeak { patrol.task?.cancel() }
        return patrol
      }
    }

    final class Model: @unchecked Sendable {
      var count = 0
    }
    struct Watch: @unchecked Sendable {
      @Stored var model = Model()
      @discardableResult func begin() -> Task<Void, Never> {
        Task { @MainActor in
          while !Task.isCancelled {
            model.count += 1
            try? await Task.sleep(for: .milliseconds(1))
          }
        }
      }
    }

    @Test func `a task that nobody keeps holds a copy of its screen`() async throws {
      try await LiveHeap.check(
        """
        Model is still alive · retain count 1

          task running closure #1 in Watch.begin()
          └─ captures @Stored model    Stored<Model>.Box
             └─ value                     Model

          It lives as long as this holds it: task running closure #1 in Watch.begin().
        """
      ) { isLeak in
        let watch = Watch()
        let task = watch.begin()
        #expect(await eventually { watch.model.count > 0 })
        if !isLeak { task.cancel() }
        return watch.model
      }
    }

    final class Listener: @unchecked Sendable {
      let stream: AsyncStream<Int>
      let continuation: AsyncStream<Int>.Continuation
      var task: Task<Void, Never>?
      var heard = 0
      init() { (stream, continuation) = AsyncStream.makeStream(of: Int.self) }
      func start() {
        task = Task { @MainActor in
          for await number in self.stream { self.heard += number }
        }
      }
      func startWeakly() {
        task = Task { @MainActor [weak self, stream] in
          for await number in stream { self?.heard += number }
        }
      }
      deinit { continuation.finish() }
    }

    @Test func `a task that iterates its owner's stream holds the owner`() async throws {
      try await LiveHeap.check(
        """
        Listener is still alive · retain count 1

          task running closure #1 in Listener.start()
          └─ captures    Listener
             └─ task        Task   ↩ back where it began

          It lives as long as this holds it: task running closure #1 in Listener.start().
        """
      ) { isLeak in
        let listener = Listener()
        if isLeak { listener.start() } else { listener.startWeakly() }
        listener.continuation.yield(1)
        #expect(await eventually { listener.heard > 0 })
        return listener
      }
    }

    @Observable @MainActor final class Beacon {
      var count = 0
      @ObservationIgnored var task: Task<Void, Never>?
      @ObservationIgnored var seen = 0
      func start() {
        task = Task { [weak self] in
          guard let self else { return }
          for await _ in Observations({ self.count }) { self.seen += 1 }
        }
      }
      func startWeakly() {
        task = Task { [weak self] in
          for await _ in Observations({ self?.count }) { self?.seen += 1 }
        }
      }
      isolated deinit { task?.cancel() }
    }

    @Test func `a weak self that is unwrapped above the loop is strong`() async throws {
      try await LiveHeap.check(
        """
        Beacon is still alive · retain count 2

          task running closure #1 in Beacon.start()
          └─ a local variable    Beacon   (a guess)
             └─ task                Task   ↩ back where it began

          task running closure #1 in Beacon.start()
          └─ a local variable    closure   (a guess)
             └─ captures            Beacon
                └─ task                Task   ↩ back where it began

          It lives as long as this holds it: task running closure #1 in Beacon.start().
        """
      ) { isLeak in
        let beacon = Beacon()
        if isLeak { beacon.start() } else { beacon.startWeakly() }
        #expect(await eventually { beacon.seen > 0 })
        return beacon
      }
    }
  }
}
