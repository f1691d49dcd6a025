import Testing

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
  /// Objects and closures that hold each other.
  @Suite(.serialized) struct ObjectLeakTests {
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
      try LiveHeap.check(
        """
        Model is still alive · retain count 1

          Model
          └─ onDone      closure #1 in Screen.listen()
             └─ captures    Stored<Model>.Box
                └─ value       Model   ↩ back where it began

          All of its owners are in this ring: it is never freed.
        """
      ) { isLeak in
        let screen = Screen()
        if isLeak { screen.listen() } else { screen.listenWeakly() }
        return screen.model
      }
    }

    final class Parent {
      var children: [Child] = []
    }
    final class Child {
      let parent: Parent?
      weak var quietly: Parent?
      init(_ parent: Parent, isLeak: Bool) {
        self.parent = isLeak ? parent : nil
        quietly = parent
      }
    }

    @Test func `a parent and its children hold each other`() throws {
      try LiveHeap.check(
        """
        Parent is still alive · retain count 2

          Parent
          └─ children[0]    Child #1
             └─ parent         Parent   ↩ back where it began

          Parent
          └─ children[1]    Child #2
             └─ parent         Parent   ↩ back where it began

          All of its owners are in these rings: it is never freed.
        """
      ) { isLeak in
        let parent = Parent()
        parent.children = (0..<2).map { _ in Child(parent, isLeak: isLeak) }
        return parent
      }
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

    @Test(arguments: [false, true])
    func `a router holds the next screen, which holds the router`(isLarge: Bool) throws {
      try LiveHeap.check(
        """
        Router is still alive · retain count 1

          Router
          └─ next.router    Router   ↩ back where it began

          All of its owners are in this ring: it is never freed.
        """
      ) { isLeak in
        let router = Router()
        let next: any Destination = isLarge ? Large(router: router) : Detail(router: router)
        router.next = isLeak ? next : Plain()
        return router
      }
    }

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
      try LiveHeap.check(
        """
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
        """
      ) { isLeak in
        let list = List()
        for _ in 0..<2 { if isLeak { list.add() } else { list.addWeakly() } }
        return list
      }
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
      try LiveHeap.check(
        """
        Watcher is still alive · retain count 1

          Watcher
          └─ camera        BirdCamera
             └─ onSighting    closure #1 in Watcher.start()
                └─ captures      Watcher   ↩ back where it began

          All of its owners are in this ring: it is never freed.
        """
      ) { isLeak in
        let watcher = Watcher()
        if isLeak { watcher.start() } else { watcher.startWeakly() }
        return watcher
      }
    }
  }
}

protocol Destination {}
