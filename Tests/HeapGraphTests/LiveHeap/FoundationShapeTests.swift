import Dispatch
import Foundation
import Testing

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
