import Dispatch
import Foundation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import HeapGraph

private final class Desk: @unchecked Sendable {
  var token: (any NSObjectProtocol)?
  var item: DispatchWorkItem?
  var source: (any DispatchSourceTimer)?
  var queue: OperationQueue?
  var operation: BlockOperation?
  var thread: Thread?
  var count = 0
}

extension LiveHeap {
  /// What Foundation and Dispatch keep.
  @Suite(.serialized) struct FoundationShapeTests {
    static let name = Notification.Name("HeapGraphTests")

    @Test func `an observer's block is held by the notification centre`() throws {
      var token: (any NSObjectProtocol)?
      let drawing = try LiveHeap.chains {
        let desk = Desk()
        token = NotificationCenter.default.addObserver(
          forName: Self.name, object: nil, queue: nil
        ) { _ in desk.count += 1 }
        return desk
      }
      #expect(
        drawing == """
          held: NotificationCenter   (notification centre).registrar[value][value][value] → closure #1 in closure #1 in `an observer's block is held by the notification centre`()?.captures → Desk
          """)
      if let token { NotificationCenter.default.removeObserver(token) }
      let removed = try LiveHeap.chains {
        let desk = Desk()
        let token = NotificationCenter.default.addObserver(
          forName: Self.name, object: nil, queue: nil
        ) { _ in desk.count += 1 }
        NotificationCenter.default.removeObserver(token)
        return desk
      }
      #expect(removed == "freed")
      let twin = try LiveHeap.chains {
        let desk = Desk()
        desk.token = NotificationCenter.default.addObserver(
          forName: Self.name, object: nil, queue: nil
        ) { [weak desk] _ in desk?.count += 1 }
        return desk
      }
      #expect(twin == "freed")
    }

    @Test func `a work item holds its block`() throws {
      let drawing = try LiveHeap.chains {
        let desk = Desk()
        desk.item = DispatchWorkItem { desk.count += 1 }
        return desk
      }
      #expect(
        drawing == """
          ring: Desk.item → DispatchWorkItem._block → closure #1 in closure #1 in `a work item holds its block`().captures → ↩ Desk
          """)
      let twin = try LiveHeap.chains {
        let desk = Desk()
        desk.item = DispatchWorkItem { [weak desk] in desk?.count += 1 }
        return desk
      }
      #expect(twin == "freed")
    }

    @Test
    func `a work item that was cancelled still holds its block, one that was dropped does not`()
      async throws
    {
      let cancelled = try LiveHeap.chains {
        let desk = Desk()
        desk.item = DispatchWorkItem { desk.count += 1 }
        desk.item?.cancel()
        return desk
      }
      #expect(
        cancelled == """
          ring: Desk.item → DispatchWorkItem._block → closure #1 in closure #1 in `a work item that was cancelled still holds its block, one that was dropped does not`().captures → ↩ Desk
          """)
      let done = try await LiveHeap.remains {
        let desk = Desk()
        let item = DispatchWorkItem { desk.count += 1 }
        desk.item = item
        DispatchQueue.global().async(execute: item)
        #expect(await eventually { desk.count > 0 })
        desk.item = nil
        return desk
      }
      #expect(done == "freed")
    }

    @Test func `a dispatch timer that is cancelled lets go of its handler`() async throws {
      let drawing = try await LiveHeap.remains {
        let desk = Desk()
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.setEventHandler { desk.count += 1 }
        timer.schedule(deadline: .now(), repeating: 0.001)
        timer.resume()
        desk.source = timer
        #expect(await eventually { desk.count > 0 })
        timer.cancel()
        return desk
      }
      #expect(drawing == "freed")
    }

    @Test func `a dispatch timer holds its handler`() throws {
      var source: (any DispatchSourceTimer)?
      weak var watched: Desk?
      var drawing = try LiveHeap.chains {
        let desk = Desk()
        watched = desk
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.setEventHandler { desk.count += 1 }
        timer.schedule(deadline: .now() + 3600)
        timer.resume()
        source = timer
        return desk
      }
      // Dispatch hands the source to its queue in its own time.
      let end = ContinuousClock.now + .seconds(5)
      while !drawing.contains("dispatch source"), ContinuousClock.now < end {
        drawing = try LiveHeap.chains { try #require(watched) }
      }
      #expect(
        drawing == """
          held: dispatch source → closure #1 in closure #1 in `a dispatch timer holds its handler`()?.captures → Desk
          """)
      source?.cancel()
    }

    @Test func `an operation holds its block`() throws {
      let drawing = try LiveHeap.chains {
        let desk = Desk()
        desk.operation = BlockOperation { desk.count += 1 }
        return desk
      }
      #expect(
        drawing == """
          ring: Desk.operation → BlockOperation._block → closure #1 in closure #1 in `an operation holds its block`().captures → ↩ Desk
          """)
      let twin = try LiveHeap.chains {
        let desk = Desk()
        desk.operation = BlockOperation { [weak desk] in desk?.count += 1 }
        return desk
      }
      #expect(twin == "freed")
    }

    @Test func `a queue that is suspended holds its operations`() throws {
      let drawing = try LiveHeap.chains {
        let desk = Desk()
        let queue = OperationQueue()
        queue.isSuspended = true
        queue.addOperation { desk.count += 1 }
        desk.queue = queue
        return desk
      }
      #expect(
        drawing == """
          held: BlockOperation   (operation in a queue)._block → closure #1 in closure #1 in `a queue that is suspended holds its operations`().captures → Desk
          """)
    }

    @Test(arguments: [false, true])
    func `a queue that is resumed lets go of what it ran or cancelled`(isCancelled: Bool)
      async throws
    {
      let drawing = try await LiveHeap.remains {
        let desk = Desk()
        let queue = OperationQueue()
        queue.isSuspended = true
        queue.addOperation { desk.count += 1 }
        desk.queue = queue
        if isCancelled { queue.cancelAllOperations() }
        queue.isSuspended = false
        return desk
      }
      #expect(drawing == "freed")
    }

    @Test func `a thread that runs holds its block until it has ended`() async throws {
      let gate = DispatchSemaphore(value: 0)
      let holding = try await LiveHeap.inspect {
        let desk = Desk()
        let thread = Thread {
          desk.count += 1
          gate.wait()
        }
        thread.start()
        #expect(await eventually { desk.count > 0 })
        return desk
      } _: {
        "\($0.chains.count) \(String(describing: $0.chains.first?.links.last?.label))"
      }
      gate.signal()
      // The closure is a local variable of Foundation's by now, so who has it can't be known.
      #expect(holding == "1 Optional(\"captures\")")
      let ended = try await LiveHeap.remains {
        let desk = Desk()
        let thread = Thread { desk.count += 1 }
        desk.thread = thread
        thread.start()
        #expect(await eventually { thread.isFinished })
        desk.thread = nil
        return desk
      }
      #expect(ended == "freed")
    }

    /// Foundation never lets go of a timer's block on Linux, not even when the timer is invalid.
    @Test func `a timer that is invalidated holds its block all the same`() throws {
      let drawing = try LiveHeap.chains {
        let desk = Desk()
        let timer = Timer(timeInterval: 0.001, repeats: true) { _ in desk.count += 1 }
        RunLoop.current.add(timer, forMode: .default)
        timer.invalidate()
        return desk
      }
      #expect(
        drawing == """
          held: Timer   (timer on a run loop)._fire → closure #1 in closure #1 in `a timer that is invalidated holds its block all the same`().captures → Desk
          """)
    }

    @Test func `a session that is invalidated lets go of its delegate`() async throws {
      final class Loader: NSObject, URLSessionDelegate, @unchecked Sendable {
        var session: URLSession?
      }
      let drawing = try await LiveHeap.remains {
        let loader = Loader()
        let session = URLSession(configuration: .ephemeral, delegate: loader, delegateQueue: nil)
        loader.session = session
        session.invalidateAndCancel()
        return loader
      }
      #expect(drawing == "freed")
    }

    @Test func `a thread that was never started holds its block`() throws {
      let drawing = try LiveHeap.chains {
        let desk = Desk()
        desk.thread = Thread { desk.count += 1 }
        return desk
      }
      #expect(
        drawing == """
          ring: Desk.thread → Thread._main → closure #1 in closure #1 in `a thread that was never started holds its block`().captures → ↩ Desk
          """)
      let twin = try LiveHeap.chains {
        let desk = Desk()
        desk.thread = Thread { [weak desk] in desk?.count += 1 }
        return desk
      }
      #expect(twin == "freed")
    }
  }
}
