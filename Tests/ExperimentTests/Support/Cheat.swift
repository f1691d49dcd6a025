/// A change that frees a leak's object and mends nothing: the work is pretended, or is done once.
struct Cheat {
  private let changes: [(old: String, new: String)]

  private init(_ changes: (String, String)...) {
    self.changes = changes.map { (old: $0.0, new: $0.1) }
  }

  /// The leak's text with the cheat; nil if its lines aren't there any more.
  func applied(to leak: String) -> String? {
    changes.reduce(leak) { text, change in
      text.flatMap { text in
        text.firstRange(of: change.old).map { text.replacingCharacters(in: $0, with: change.new) }
      }
    }
  }

  /// Two for each pair; each went through as a fix until the pair's checks were made to see it.
  static let all: [String: [Cheat]] = [
    "callback": [
      Cheat(
        ("times.onArrival = { ferry in headline = \"\\(ferry) is in\" }", ""),
        ("\"no ferry yet\"", "\"Aurora is in\"")),
      Cheat(("{ onArrival?(ferry) }", "{ onArrival?(ferry); onArrival = nil }")),
    ],
    "timer": [
      Cheat(("var flashes = 0", "var flashes = 3"), ("self.flashes += 1", "")),
      Cheat(
        ("timer = .scheduledTimer", "flashes = 9\n    _ = Timer.scheduledTimer"),
        ("repeats: true", "repeats: false")),
    ],
    "stored-task": [
      Cheat(("var readings = 0", "var readings = 3"), ("    gauge.start()", "")),
      Cheat(("while !Task.isCancelled {", "while readings < 3 {")),
    ],
    "orphan-task": [
      Cheat(("var rounds = 0", "var rounds = 3"), ("patrol.rounds += 1", "")),
      Cheat(("while !Task.isCancelled {", "while patrol.rounds < 3 {")),
    ],
    "parent-child": [
      Cheat(("    boat.fleet = self", ""), ("{ fleet?.name }", "{ \"Northern\" }")),
      Cheat(("    boats.append(boat)\n", "")),
    ],
    "router": [
      Cheat(("    stage.show(next)", "    stage.show(next)\n    self.next = nil")),
      Cheat(
        ("\"berth \\(berth) of \\(router.berths)\"", "\"berth 7 of 9\""),
        ("  let router: Router\n", ""), ("(berth: berth, router: self)", "(berth: berth)")),
    ],
    "registrar": [
      Cheat(
        ("var lamp = \"white\"", "var lamp = \"white\" { didSet { changes = 1 } }"),
        ("      MainActor.assumeIsolated { self.changes += 1 }", "")),
      Cheat(("    // LEAK", "    defer { lamp = \"black\" }\n    // LEAK")),
    ],
    "rows": [
      Cheat(
        (
          "{ self.opened = name }",
          "{ [weak self] in if name == \"timber\" { self?.opened = name } }"
        )),
      Cheat(
        ("rows.append(CargoRow {", "rows = [CargoRow {"),
        ("self.opened = name })", "self.opened = name; self.rows = [] }]")),
    ],
    "helper": [
      Cheat(("sightings = 0", "sightings = 1"), ("self.sightings += 1", "")),
      Cheat(("{ onSighting?(what) }", "{ onSighting?(what); onSighting = nil }")),
    ],
    "stream": [
      Cheat(
        ("heard: [String] = []", "heard: [String] = [\"all well\"]"),
        ("heard.append(call) }", "_ = call; break }")),
      Cheat(("heard.append(call) }", "heard.append(call); break }")),
    ],
    "weak-self-trap": [
      Cheat(
        (
          "self.log.append(depth)",
          "self.log.append(depth)\n        if self.log.count == 2 { break }"
        )
      ),
      Cheat(
        ("var depth = 12", "var depth = 12 { didSet { log.append(depth) } }"),
        ("log: [Int] = []", "log: [Int] = [12]"),
        ("      for await", "      return\n      for await")
      ),
    ],
    "session-delegate": [
      Cheat(
        ("forecast = \"\"", "forecast = \"breeze\""),
        ("session.dataTask(with: url).resume()", "session.invalidateAndCancel(); _ = url")),
      Cheat(
        (
          "    // LEAK",
          "    forecast = \"breeze\"; defer { session.invalidateAndCancel() }\n    // LEAK"
        )
      ),
    ],
  ]
}
