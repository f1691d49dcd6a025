import Synchronization
import Testing

@testable import HeapGraph

private final class Worker: @unchecked Sendable {
  var task: Task<Void, Never>?
  var other: AnyObject?
  var rounds = 0
  var continuation: CheckedContinuation<Void, Never>?
  var stream: AsyncStream<Int>?
  var gate: AsyncStream<Int>.Continuation?
  func step() async {
    rounds += 1
    try? await Task.sleep(for: .milliseconds(1))
  }
  func workForEver() async {
    while !Task.isCancelled { await step() }
  }
}

private actor Post {
  static let shared = Post()
  static let isClosed = Atomic(false)
  var letters = 0
  func start() -> Task<Void, Never> { Task { [unowned self] in self.letters += 1 } }
  deinit { Post.isClosed.store(true, ordering: .relaxed) }
}
/// Keeps the memory of an actor, not the actor.
private final class Clerk: Sendable {
  nonisolated(unsafe) static var onDuty: Clerk?
  unowned let post: Post
  init(_ post: Post) { self.post = post }
}

private enum Local {
  @TaskLocal static var worker: Worker?
}

extension LiveHeap {
  /// Tasks and what comes with them: what runs is a root, what its frames hold is a guess.
  @Suite(.serialized) @MainActor struct ConcurrencyShapeTests {
    /// Starts work on a worker, waits until it has begun, lets go, and draws in short form.
    ///
    /// The twin's work is ended by `end`, or cancelled, and must leave nothing behind.
    private func check(
      _ expected: String, end: (Worker) -> Void = { _ in },
      begin: (Worker) -> Task<Void, Never>
    ) async throws {
      var task: Task<Void, Never>?
      weak var left: Worker?
      let drawing = try await LiveHeap.inspect {
        let worker = Worker()
        left = worker
        task = begin(worker)
        #expect(await eventually { worker.rounds > 0 })
        return worker
      } _: {
        LiveHeap.first($0)
      }
      #expect(drawing == expected)
      left.map(end)
      task?.cancel()
      let twin = try await LiveHeap.remains {
        let worker = Worker()
        let task = begin(worker)
        #expect(await eventually { worker.rounds > 0 })
        end(worker)
        task.cancel()
        await task.value
        return worker
      }
      #expect(twin == "freed")
    }

    @Test func `an async method that a task awaits holds its object`() async throws {
      try await check(
        """
        held: task running closure #1 in closure #1 in `an async method that a task awaits holds its object`().captures → Worker
        """
      ) { worker in Task { await worker.workForEver() } }
    }

    @Test func `a detached task holds what it captures`() async throws {
      try await check(
        """
        held: task running closure #1 in closure #1 in `a detached task holds what it captures`().captures → Worker
        """
      ) { worker in Task.detached { await worker.workForEver() } }
    }

    @Test func `a child task in a group is a task of its own`() async throws {
      try await check(
        """
        held: task running closure #1 in closure #1 in `a child task in a group is a task of its own`().captures → Worker
        """
      ) { worker in
        Task {
          await withTaskGroup(of: Void.self) { group in
            group.addTask { await worker.workForEver() }
          }
        }
      }
    }

    @Test func `an async let holds what it captures`() async throws {
      try await check(
        """
        held: task running closure #1 in closure #1 in `an async let holds what it captures`().captures → Worker
        """
      ) { worker in
        Task {
          async let work: Void = worker.workForEver()
          await work
        }
      }
    }

    @Test func `a task holds its task-local values`() async throws {
      try await check(
        """
        held: task running closure #1 in closure #1 in closure #1 in `a task holds its task-local values`().task-local Local.worker → Worker
        """
      ) { worker in
        Local.$worker.withValue(worker) {
          Task { while !Task.isCancelled { await Local.worker?.step() } }
        }
      }
    }

    @Test func `a task that waits for a continuation holds what it captures`() async throws {
      try await check(
        """
        held: task running closure #1 in closure #2 in `a task that waits for a continuation holds what it captures`().captures → Worker
        """,
        end: {
          $0.continuation?.resume()
          $0.continuation = nil
        }
      ) { worker in
        Task {
          await withCheckedContinuation { continuation in
            worker.continuation = continuation
            worker.rounds += 1
          }
          worker.rounds += 1
        }
      }
    }

    @Test func `a stream's continuation holds its onTermination closure`() throws {
      let drawing = try LiveHeap.inspect {
        let worker = Worker()
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        continuation.onTermination = { _ in worker.rounds += 1 }
        worker.gate = continuation
        worker.stream = stream
        return worker
      } _: {
        LiveHeap.first($0)
      }
      #expect(
        drawing == """
          ring: Worker.gate → AsyncStream<Int>._Storage.state → closure #1 in closure #1 in `a stream's continuation holds its onTermination closure`().captures → ↩ Worker
          """)
      // A stream that has finished has called its closure and let go of it.
      let twin = try LiveHeap.chains {
        let worker = Worker()
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        continuation.onTermination = { _ in worker.rounds += 1 }
        worker.gate = continuation
        worker.stream = stream
        continuation.finish()
        return worker
      }
      #expect(twin == "freed")
    }

    /// A bug of the compiler's (swiftlang/swift#77365): a task that captures an actor unowned lets
    /// go of it once too often, though a static variable has it.
    @Test func `an actor that is destroyed under its static variable is told`() async throws {
      // For good: what is gone must not be given back as well.
      Clerk.onDuty = Clerk(Post.shared)
      let address = UInt(bitPattern: Unmanaged.passUnretained(Post.shared).toOpaque())
      // Until the task is over, its frame names the actor as well.
      await Post.shared.start().value
      #expect(await eventually(within: .seconds(10)) { Post.isClosed.load(ordering: .relaxed) })
      let holders = try HeapSnapshot.take().holders(of: address)
      let drawing = holders.map { ChainDrawing().lines(for: $0).joined(separator: "\n") }
      #expect(
        drawing == """
          Post is destroyed but still referenced · retain count 1

            global variable static Post.shared
            └─ Post

            Its deinit has run all the same: to use it from here is to use what is gone.
          """)
    }

    @Test func `an ended task holds nothing`() async throws {
      let drawing = try await LiveHeap.inspect {
        let worker = Worker()
        worker.task = Task { await worker.step() }
        await worker.task?.value
        return worker
      } _: {
        LiveHeap.first($0)
      }
      #expect(drawing == "freed")
    }
  }

  /// The first chain alone: how many guesses follow depends on where the task is just then.
  nonisolated static func first(_ holders: Holders) -> String {
    String(short(holders).prefix { $0 != "\n" })
  }

  /// What holds an object, a line a chain, as `chains(of:)` writes it.
  nonisolated static func short(_ holders: Holders) -> String {
    holders.chains.map { chain in
      let kind = chain.kind == .ring ? (holders.proof == .ring ? "ring" : "loop") : "held"
      return "\(kind): " + ChainDrawing().oneLine(for: chain)
    }.joined(separator: "\n")
  }
}
