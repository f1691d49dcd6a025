/// Objects that closures hold.
let closures = [
  Specimen("stored closure", "Button.tap → closure #1 in Button.listen().captures → Button") {
    Button().listen()
  } clean: {
    let button = Button()
    button.listenWeakly()
  },
  Specimen(
    "closure with a value", "Button.tap → closure #1 in Button.listen(_:).captures → Button"
  ) {
    Button().listen("a b c d e f g h i j k l m n o p")
  } clean: {
    let button = Button()
    button.listen("x", weakly: ())
  },
  Specimen("method reference", "Button.tap → refer(_:).captures → Button") {
    refer(Button())
  } clean: {
    let button = Button()
    nestWeakly(button)
  },
  Specimen("captured variable", "Button.tap → closure #1 in captureVariable(_:).captures → Button")
  {
    captureVariable(false)
  } clean: {
    captureVariable(true)
  },
  Specimen(
    "closure in a closure",
    "Button.tap → closure #2 in nest(_:).captures → closure #1 in nest(_:).captures → Button"
  ) {
    nest(Button())
  } clean: {
    let button = Button()
    nestWeakly(button)
  },
  Specimen(
    "local function", "Button.tap → again #1 () in recurse(_:).captures → Button"
  ) {
    recurse(Button())
  } clean: {
    recurseWeakly(Button())
  },
  Specimen("lazy closure", "Form.lazy title → closure #1 in Form.title.getter.captures → Form") {
    use(Form().title())
  } clean: {
    let form = Form()
    use(form.weakTitle())
  },
  Specimen("closures in an array", "Bus.handlers[] → closure #1 in Bus.subscribe().captures → Bus")
  {
    let bus = Bus()
    for _ in 0..<3 { bus.subscribe() }
  } clean: {
    let bus = Bus()
    for _ in 0..<3 { bus.subscribeWeakly() }
  },
  Specimen(
    "closures in a dictionary", "Bus.named[] → closure #1 in Bus.subscribe(_:).captures → Bus"
  ) {
    Bus().subscribe("news")
  } clean: {
    let bus = Bus()
    bus.subscribe("news")
    bus.named = [:]
  },
  Specimen(
    "optional closure cleared", "Button.tap → closure #1 in Button.listen().captures → Button"
  ) {
    Button().listen()
  } clean: {
    let button = Button()
    button.listen()
    button.tap = nil
  },
  Specimen("async closure", "Job.body → closure #1 in Job.prepare().captures → Job") {
    Job().prepare()
  } clean: {
    let job = Job()
    job.prepareWeakly()
  },
]

final class Button {
  var tap: (() -> Void)?
  var count = 0
  func pressed() { count += 1 }
  func listen() { tap = { self.count += 1 } }
  func listenWeakly() { tap = { [weak self] in self?.count += 1 } }
  func listen(_ name: String) { tap = { self.count += name.count } }
  func listen(_ name: String, weakly: Void) { tap = { [weak self] in self?.count += name.count } }
}

@inline(never) func captureVariable(_ isCleared: Bool) {
  var button: Button? = Button()
  button?.tap = { button?.count += 1 }
  button?.tap?()
  if isCleared { button = nil }
}

@inline(never) func refer(_ button: Button) { button.tap = button.pressed }

@inline(never) func nest(_ button: Button) {
  let inner = { button.count += 1 }
  button.tap = {
    inner()
    inner()
  }
}

@inline(never) func nestWeakly(_ button: Button) {
  let inner = { [weak button] in button?.count += 1 }
  button.tap = {
    inner()
    inner()
  }
  use(button)
}

@inline(never) func recurse(_ button: Button) {
  func again() { button.count += 1 }
  button.tap = again
}

@inline(never) func recurseWeakly(_ button: Button) {
  func again() { use(0) }
  button.tap = again
}

final class Form {
  var name = "form"
  lazy var title: () -> String = { self.name }
  lazy var weakTitle: () -> String = { [unowned self] in name }
}

final class Bus {
  var handlers: [() -> Void] = []
  var named: [String: () -> Void] = [:]
  var count = 0
  func subscribe() { handlers.append { self.count += 1 } }
  func subscribeWeakly() { handlers.append { [weak self] in self?.count += 1 } }
  func subscribe(_ name: String) { named[name] = { self.count += 1 } }
}

final class Job: @unchecked Sendable {
  var body: (@Sendable () async -> Void)?
  var count = 0
  func prepare() { body = { self.count += 1 } }
  func prepareWeakly() { body = { [weak self] in self?.count += 1 } }
}
