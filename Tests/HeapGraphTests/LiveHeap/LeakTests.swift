import Foundation
import Observation
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@testable import HeapGraph

@propertyWrapper struct Stored<Value> {
  final class Box {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  let box: Box
  init(wrappedValue: Value) { box = Box(wrappedValue) }
  var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
}

extension LiveHeap {
  /// The twelve leaks of the lab, small, each with the twin that leaks nothing.
  @Suite(.serialized) struct LeakTests {
    final class Model {
      var onDone: (() -> Void)?
      var count = 0
    }

    struct Screen {
      @Stored var model = Model()
      func listen() { model.onDone = { model.count += 1 } }
      func listenWeakly() { model.onDone = { [weak model] in model?.count += 1 } }
    }

    @Test func `a callback holds a copy of its screen`() throws {
      let drawing = try LiveHeap.drawing {
        let screen = Screen()
        screen.listen()
        return screen.model
      }
      #expect(
        drawing == """
          Model is still alive · retain count 1

            Model
            └─ onDone      closure #1 in Screen.listen()
               └─ captures    Stored<Model>.Box
                  └─ value       Model   ↩ back where it began

            All of its owners are in this ring: it is never freed.
          """)
      let twin = try LiveHeap.drawing {
        let screen = Screen()
        screen.listenWeakly()
        return screen.model
      }
      #expect(twin == "freed")
    }

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
      let drawing = try LiveHeap.drawing {
        let clock = Clock()
        clock.start()
        #expect(clock.tick())
        return clock
      }
      #expect(
        drawing == """
          Clock is still alive · retain count 1

            Timer   (timer on a run loop)
            └─ _fire       closure #1 in Clock.start()
               └─ captures    Clock
                  └─ timer       Timer   ↩ back where it began

            It lives as long as this holds it: timer on a run loop.
          """)
      let twin = try LiveHeap.drawing {
        let clock = Clock()
        clock.startWeakly()
        #expect(clock.tick())
        return clock
      }
      #expect(twin == "freed")
    }

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

    @Test @MainActor func `a stored task holds the object that stores it`() async throws {
      let drawing = try await LiveHeap.drawing {
        let patrol = Patrol()
        patrol.start()
        #expect(await eventually { patrol.rounds > 0 })
        return patrol
      }
      #expect(
        drawing == """
          Patrol is still alive · retain count 1

            task running closure #1 in Patrol.start()
            └─ captures    Patrol
               └─ task        Task   ↩ back where it began

            It lives as long as this holds it: task running closure #1 in Patrol.start().
          """)
      let twin = try await LiveHeap.drawing {
        let patrol = Patrol()
        patrol.start()
        #expect(await eventually { patrol.rounds > 0 })
        patrol.task?.cancel()
        await patrol.task?.value
        return patrol
      }
      #expect(twin == "freed")
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

    @Test @MainActor func `a task that nobody keeps holds a copy of its screen`() async throws {
      let drawing = try await LiveHeap.drawing {
        let watch = Watch()
        watch.begin()
        #expect(await eventually { watch.model.count > 0 })
        return watch.model
      }
      #expect(
        drawing == """
          Model is still alive · retain count 1

            task running closure #1 in Watch.begin()
            └─ captures @Stored model    Stored<Model>.Box
               └─ value                     Model

            It lives as long as this holds it: task running closure #1 in Watch.begin().
          """)
      let twin = try await LiveHeap.drawing {
        let watch = Watch()
        let task = watch.begin()
        task.cancel()
        await task.value
        return watch.model
      }
      #expect(twin == "freed")
    }

    final class Parent {
      var children: [Child] = []
      var quiet: [QuietChild] = []
    }
    final class Child {
      let parent: Parent
      init(_ parent: Parent) { self.parent = parent }
    }
    final class QuietChild {
      weak var parent: Parent?
    }

    @Test func `a parent and its children hold each other`() throws {
      let drawing = try LiveHeap.drawing {
        let parent = Parent()
        parent.children = [Child(parent), Child(parent)]
        return parent
      }
      #expect(
        drawing == """
          Parent is still alive · retain count 2

            Parent
            └─ children[0]    Child #1
               └─ parent         Parent   ↩ back where it began

            Parent
            └─ children[1]    Child #2
               └─ parent         Parent   ↩ back where it began

            All of its owners are in these rings: it is never freed.
          """)
      let twin = try LiveHeap.drawing {
        let parent = Parent()
        let child = QuietChild()
        child.parent = parent
        parent.quiet = [child]
        return parent
      }
      #expect(twin == "freed")
    }

    final class Router {
      var next: (any Destination)?
    }
    struct Detail: Destination {
      var number = 1
      let router: Router
    }
    struct Large: Destination {
      var numbers = (1, 2, 3)
      let router: Router
    }
    struct Plain: Destination {
      var number = 1
    }

    @Test func `a router holds the next screen, which holds the router`() throws {
      let drawing = try LiveHeap.drawing {
        let router = Router()
        router.next = Detail(router: router)
        return router
      }
      #expect(
        drawing == """
          Router is still alive · retain count 1

            Router
            └─ next.router    Router   ↩ back where it began

            All of its owners are in this ring: it is never freed.
          """)
      let large = try LiveHeap.drawing {
        let router = Router()
        router.next = Large(router: router)
        return router
      }
      #expect(large == drawing)
      let twin = try LiveHeap.drawing {
        let router = Router()
        router.next = Plain()
        return router
      }
      #expect(twin == "freed")
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
      let drawing = try LiveHeap.drawing {
        let counter = Counter()
        counter.watch()
        return counter
      }
      #expect(
        drawing == """
          Counter is still alive · retain count 1

            Counter
            └─ observation registrar    closure #2 in Counter.watch()
               └─ captures                 Counter   ↩ back where it began

            All of its owners are in this ring: it is never freed.
          """)
      let twin = try LiveHeap.drawing {
        let counter = Counter()
        counter.watchWeakly()
        return counter
      }
      #expect(twin == "freed")
    }
  }

  /// The second half of the twelve.
  @Suite(.serialized) struct MoreLeakTests {
    final class Row {
      var onTap: (() -> Void)?
    }
    final class List {
      var rows: [Row] = []
      var taps = 0
      func add() {
        let row = Row()
        row.onTap = { self.taps += 1 }
        rows.append(row)
      }
      func addWeakly() {
        let row = Row()
        row.onTap = { [weak self] in self?.taps += 1 }
        rows.append(row)
      }
    }

    @Test func `a list holds rows whose closures hold the list`() throws {
      let drawing = try LiveHeap.drawing {
        let list = List()
        list.add()
        list.add()
        return list
      }
      #expect(
        drawing == """
          List is still alive · retain count 2

            List
            └─ rows[0]     Row #1
               └─ onTap       closure #1 in List.add()
                  └─ captures    List   ↩ back where it began

            List
            └─ rows[1]     Row #2
               └─ onTap       closure #1 in List.add()
                  └─ captures    List   ↩ back where it began

            All of its owners are in these rings: it is never freed.
          """)
      let twin = try LiveHeap.drawing {
        let list = List()
        list.addWeakly()
        return list
      }
      #expect(twin == "freed")
    }

    final class BirdCamera {
      var onSighting: ((Int) -> Void)?
    }
    final class Watcher {
      let camera = BirdCamera()
      var seen = 0
      func start() { camera.onSighting = { self.seen += $0 } }
      func startWeakly() { camera.onSighting = { [weak self] in self?.seen += $0 } }
    }

    @Test func `a helper's callback holds the one who asked`() throws {
      let drawing = try LiveHeap.drawing {
        let watcher = Watcher()
        watcher.start()
        return watcher
      }
      #expect(
        drawing == """
          Watcher is still alive · retain count 1

            Watcher
            └─ camera        BirdCamera
               └─ onSighting    closure #1 in Watcher.start()
                  └─ captures      Watcher   ↩ back where it began

            All of its owners are in this ring: it is never freed.
          """)
      let twin = try LiveHeap.drawing {
        let watcher = Watcher()
        watcher.startWeakly()
        return watcher
      }
      #expect(twin == "freed")
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

    @Test @MainActor func `a task that iterates its owner's stream holds the owner`() async throws {
      let drawing = try await LiveHeap.drawing {
        let listener = Listener()
        listener.start()
        listener.continuation.yield(1)
        #expect(await eventually { listener.heard > 0 })
        return listener
      }
      #expect(
        drawing == """
          Listener is still alive · retain count 1

            task running closure #1 in Listener.start()
            └─ captures    Listener
               └─ task        Task   ↩ back where it began

            It lives as long as this holds it: task running closure #1 in Listener.start().
          """)
      let twin = try await LiveHeap.drawing {
        let listener = Listener()
        listener.startWeakly()
        listener.continuation.yield(1)
        #expect(await eventually { listener.heard > 0 })
        return listener
      }
      #expect(twin == "freed")
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

    @Test @MainActor func `a weak self that is unwrapped above the loop is strong`() async throws {
      let drawing = try await LiveHeap.drawing {
        let beacon = Beacon()
        beacon.start()
        #expect(await eventually { beacon.seen > 0 })
        return beacon
      }
      #expect(
        drawing == """
          Beacon is still alive · retain count 2

            task running closure #1 in Beacon.start()
            └─ a local variable    Beacon   (a guess)
               └─ task                Task   ↩ back where it began

            task running closure #1 in Beacon.start()
            └─ a local variable    closure   (a guess)
               └─ captures            Beacon
                  └─ task                Task   ↩ back where it began

            It lives as long as this holds it: task running closure #1 in Beacon.start().
          """)
      let twin = try await LiveHeap.drawing {
        let beacon = Beacon()
        beacon.startWeakly()
        #expect(await eventually { beacon.seen > 0 })
        return beacon
      }
      #expect(twin == "freed")
    }

    final class Loader: NSObject, URLSessionDelegate, @unchecked Sendable {
      var session: URLSession?
      func start() {
        session = URLSession(configuration: .ephemeral, delegate: self, delegateQueue: nil)
      }
    }

    @Test func `a session and its delegate hold each other`() throws {
      let drawing = try LiveHeap.drawing {
        let loader = Loader()
        loader.start()
        return loader
      }
      #expect(
        drawing == """
          Loader is still alive · retain count 1

            Loader
            └─ session     URLSession
               └─ delegate    Loader   ↩ back where it began

            All of its owners are in this ring: it is never freed.
          """)
      let twin = try LiveHeap.drawing {
        let loader = Loader()
        loader.start()
        loader.session = nil
        return loader
      }
      #expect(twin == "freed")
    }
  }
}

protocol Destination {}
