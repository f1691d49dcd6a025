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

private enum Local {
  @TaskLocal static var worker: Worker?
}

extension LiveHeap {
  /// Tasks and what comes with them: what runs is a root, what its frames hold is a guess.
  @Suite(.serialized) @MainActor struct ConcurrencyShapeTests {
    /// Starts work on a worker, waits until it has begun, lets go, and draws in short form.
    private func drawn(_ begin: (Worker) -> Task<Void, Never>) async throws -> String {
      var task: Task<Void, Never>?
      let drawing = try await LiveHeap.inspect {
        let worker = Worker()
        task = begin(worker)
        #expect(await eventually { worker.rounds > 0 })
        return worker
      } _: {
        LiveHeap.first($0)
      }
      task?.cancel()
      return drawing
    }

    @Test func `an async method that a task awaits holds its object`() async throws {
      let drawing = try await drawn { worker in Task { await worker.workForEver() } }
      #expect(
        drawing == """
          held: task running closure #1 in closure #1 in `an async method that a task awaits holds its object`().captures → Worker
          """)
    }

    @Test func `a detached task holds what it captures`() async throws {
      let drawing = try await drawn { worker in Task.detached { await worker.workForEver() } }
      #expect(
        drawing == """
          held: task running closure #1 in closure #1 in `a detached task holds what it captures`().captures → Worker
          """)
    }

    @Test func `a child task in a group is a task of its own`() async throws {
      let drawing = try await drawn { worker in
        Task {
          await withTaskGroup(of: Void.self) { group in
            group.addTask { await worker.workForEver() }
          }
        }
      }
      #expect(
        drawing == """
          held: task running closure #1 in closure #1 in `a child task in a group is a task of its own`().captures → Worker
          """)
    }

    @Test func `an async let holds what it captures`() async throws {
      let drawing = try await drawn { worker in
        Task {
          async let work: Void = worker.workForEver()
          await work
        }
      }
      #expect(
        drawing == """
          held: task running closure #1 in closure #1 in `an async let holds what it captures`().captures → Worker
          """)
    }

    @Test func `a task holds its task-local values`() async throws {
      let drawing = try await drawn { worker in
        Local.$worker.withValue(worker) {
          Task { while !Task.isCancelled { await Local.worker?.step() } }
        }
      }
      #expect(
        drawing == """
          held: task running closure #1 in closure #1 in closure #1 in `a task holds its task-local values`().task-local Local.worker → Worker
          """)
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
    }

    @Test func `a task that waits for a continuation holds what it captures`() async throws {
      let drawing = try await LiveHeap.inspect {
        let worker = Worker()
        Task {
          await withCheckedContinuation { continuation in
            worker.rounds += 1
            worker.continuation = continuation
          }
          worker.rounds += 1
        }
        #expect(await eventually { worker.continuation != nil })
        return worker
      } _: {
        LiveHeap.first($0)
      }
      #expect(
        drawing == """
          held: task running closure #1 in closure #1 in `a task that waits for a continuation holds what it captures`().captures → Worker
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
    String(short(holders).prefix { $0 != ";" })
  }

  /// What holds an object, a line a chain, as `chains(of:)` writes it.
  nonisolated static func short(_ holders: Holders) -> String {
    holders.chains.map { chain in
      let kind = chain.kind == .ring ? (holders.proof == .ring ? "ring" : "loop") : "held"
      return "\(kind): " + ChainDrawing().oneLine(for: chain)
    }.joined(separator: "; ")
  }
}
