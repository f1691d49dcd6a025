import Dispatch

/// Objects that tasks hold, and tasks that nothing can resume.
let tasks = [
  Specimen("dropped continuation", "task closure #1 in Waiter.wait()") {
    let waiter = Waiter()
    waiter.wait()
    waiter.began.wait()
    settle()
    waiter.continuation = nil
  } clean: {
    let waiter = Waiter()
    waiter.wait()
    waiter.began.wait()
    waiter.resume()
    settle()
  },
  Specimen("continuation in the waiting object itself", "task closure #1 in Waiter.wait()") {
    let waiter = Waiter()
    waiter.wait()
    waiter.began.wait()
    settle()
  } clean: {
    let waiter = Waiter()
    waiter.wait()
    waiter.began.wait()
    waiter.resume()
    settle()
  },
  Specimen("stream that nobody finishes", "task closure #1 in Listener.listen()") {
    let listener = Listener()
    listener.listen()
    listener.began.wait()
    settle()
  } clean: {
    let listener = Listener()
    listener.listen()
    listener.began.wait()
    listener.stream.continuation.finish()
    settle()
  },
  Specimen("finished task", "Worker.other → Worker") {
    // A task that has ended lets go of what it ran with: here the ring is another's.
    let worker = Worker()
    worker.run()
    worker.done.wait()
    settle()
    worker.other = worker
  } clean: {
    let worker = Worker()
    worker.run()
    worker.done.wait()
    settle()
  },
  Specimen(
    "task that awaits a lost one", "task closure #1 in Chained.wait()",
    "task closure #1 in closure #1 in Chained.wait()"
  ) {
    let chained = Chained()
    chained.wait()
    chained.waiter.began.wait()
    settle()
  } clean: {
    let chained = Chained()
    chained.wait()
    chained.waiter.began.wait()
    settle()
    chained.waiter.resume()
    settle()
  },
]

final class Waiter: @unchecked Sendable {
  var continuation: UnsafeContinuation<Void, Never>?
  var count = 0
  let began = DispatchSemaphore(value: 0)
  func wait() {
    Task {
      await withUnsafeContinuation {
        continuation = $0
        began.signal()
      }
      count += 1
    }
  }
  func resume() {
    continuation?.resume()
    continuation = nil
  }
}

final class Listener: @unchecked Sendable {
  let stream = AsyncStream.makeStream(of: Int.self)
  var heard = 0
  let began = DispatchSemaphore(value: 0)
  func listen() {
    Task {
      began.signal()
      for await number in stream.stream { heard += number }
    }
  }
}

final class Worker: @unchecked Sendable {
  var task: Task<Void, Never>?
  var other: Worker?
  let done = DispatchSemaphore(value: 0)
  func run() {
    task = Task {
      use(self)
      done.signal()
    }
  }
}

final class Chained: @unchecked Sendable {
  let waiter = Waiter()
  func wait() {
    Task {
      let inner = Task { await self.waiting() }
      await inner.value
      use(self)
    }
  }
  func waiting() async {
    await withUnsafeContinuation {
      waiter.continuation = $0
      waiter.began.signal()
    }
  }
}
