import Testing

@testable import LabKit

struct CommandParserTests {
  private func parse(_ line: String) throws -> Command {
    try CommandParser.parse(line.split(separator: " ").map(String.init))
  }

  private func options(_ change: (inout RunOptions) -> Void = { _ in }) -> RunOptions {
    var options = RunOptions()
    change(&options)
    return options
  }

  private func programs(_ names: String...) throws -> [Program] {
    try names.map { name in try #require(Catalog.programs.first { $0.name == name }) }
  }

  @Test func `no command runs everything`() throws {
    #expect(try parse("") == .run(Catalog.programs, options()))
    #expect(try parse("--json") == .run(Catalog.programs, options { $0.json = true }))
    #expect(
      try parse("--no-color --timeout 2.5 --repeat=50")
        == .run(
          Catalog.programs,
          options {
            $0.color = false
            $0.timeout = 2.5
            $0.rounds = 50
          }))
  }

  @Test func `run takes pairs, programs and numbers, each once`() throws {
    #expect(
      try parse("run timer") == .run(programs("leak-timer", "fix-timer"), options()))
    #expect(
      try parse("run fix-rows 8 control --json")
        == .run(programs("fix-rows", "leak-rows", "control"), options { $0.json = true }))
  }

  @Test func `practice, hint and reset take a pair by any of its names`() throws {
    let timer = try #require(Catalog.pair(named: "timer"))
    var once = PracticeOptions()
    once.once = true
    once.color = false
    once.timeout = 3
    #expect(try parse("practice") == .practice(nil, PracticeOptions()))
    #expect(try parse("practice leak-timer") == .practice(timer, PracticeOptions()))
    #expect(try parse("practice 2 --once --no-color --timeout 3") == .practice(timer, once))
    #expect(try parse("hint timer") == .hint(timer, color: true))
    #expect(try parse("reset 2 --no-color") == .reset(timer, color: false))
    for line in ["practice --once", "practice timer rows", "practice control", "hint", "reset x"] {
      #expect(throws: UsageError.self, "\(line)") { try parse(line) }
    }
  }

  @Test func `diff, debug, list and help take what they need`() throws {
    let timer = try #require(Catalog.pair(named: "timer"))
    #expect(try parse("diff timer") == .diff(timer, color: true))
    #expect(try parse("diff fix-timer --no-color") == .diff(timer, color: false))
    #expect(try parse("debug 2") == .debug(.half(.leak, of: timer), batch: false, timeout: nil))
    #expect(
      try parse("debug --batch fix-timer --timeout 9")
        == .debug(.half(.fix, of: timer), batch: true, timeout: 9))
    #expect(
      try parse("why timer --dot --addresses --weak")
        == .why(
          .half(.leak, of: timer),
          {
            var options = WhyOptions()
            options.form = .dot
            options.showsAddresses = true
            options.showsWeak = true
            return options
          }()))
    #expect(try parse("list --no-color") == .list(color: false))
    #expect(try parse("help") == .help(.lab))
    #expect(try parse("help diff") == .help(.diff))
    #expect(try parse("debug --help") == .help(.debug))
    #expect(try parse("run timer -h") == .help(.run))
  }

  @Test func `quiz, card and cards take what they need`() throws {
    let tasks = try #require(Catalog.deck(named: "tasks"))
    let weak = try #require(Catalog.card(named: "helper-weak"))
    func quiz(_ change: (inout QuizOptions) -> Void) -> QuizOptions {
      var options = QuizOptions()
      change(&options)
      return options
    }
    #expect(try parse("quiz") == .quiz(Catalog.cards, QuizOptions()))
    #expect(try parse("quiz Tasks") == .quiz(tasks.cards, quiz { $0.deck = "tasks" }))
    #expect(
      try parse("quiz --shuffle --no-color")
        == .quiz(
          Catalog.cards,
          quiz {
            $0.order = .shuffled(seed: nil)
            $0.card.color = false
          }))
    #expect(
      try parse("quiz tasks --seed 12 --timeout 3")
        == .quiz(
          tasks.cards,
          quiz {
            $0.deck = "tasks"
            $0.order = .shuffled(seed: 12)
            $0.card.timeout = 3
          }))
    #expect(try parse("card helper-weak") == .card(weak, CardOptions()))
    #expect(try parse("cards") == .cards(color: true))
  }

  static let errors: [(line: String, message: String)] = [
    ("rum", "There is no command 'rum'. Nearest: run. 'lab help' lists them."),
    ("timer", "There is no command 'timer'. To run it: lab run timer"),
    ("--json timer", "There is no command 'timer'. To run it: lab run timer"),
    (
      "run tmier",
      "There is nothing named 'tmier'. Nearest: timer. 'lab list' lists them all."
    ),
    (
      "diff helper2",
      "There is nothing named 'helper2'. Nearest: helper. 'lab list' lists them all."
    ),
    ("run xyzzy", "There is nothing named 'xyzzy'. 'lab list' lists them all."),
    ("run 13", "There is nothing named '13'. 'lab list' lists them all."),
    ("run", "'lab run' needs a name, as in: lab run timer"),
    ("diff", "'lab diff' needs a name, as in: lab diff timer"),
    ("diff timer rows", "'lab diff' takes one name, and was given timer, rows."),
    ("list rows", "'lab list' takes no name, and was given rows."),
    (
      "diff control",
      "'control' is no pair of a leak and its fix. 'lab list' lists the pairs."
    ),
    ("--frob", "'lab' has no option '--frob'. 'lab help' lists them."),
    ("diff timer --json", "'lab diff' has no option '--json'. 'lab help diff' lists them."),
    ("--repeat 0", "--repeat takes a number of times from 1 to 10000, not '0'."),
    ("--repeat", "--repeat takes a number of times from 1 to 10000."),
    ("--timeout=soon", "--timeout takes seconds from 0.1 to 3600, not 'soon'."),
    ("--timeout nan", "--timeout takes seconds from 0.1 to 3600, not 'nan'."),
    ("why timer --dot --json", "'lab why' takes one of --json and --dot, not both."),
    ("card", "'lab card' needs a name, as in: lab card helper-strong"),
    (
      "card helper",
      "There is no card named 'helper'. Nearest: helper-weak, helper-strong. "
        + "'lab cards' lists them all."
    ),
    (
      "quiz taks",
      "There is no deck named 'taks'. Nearest: tasks. The decks: screens, closures, tasks, "
        + "owners, references, interview, slow-callback, subscriptions, debounce."
    ),
    ("quiz --seed -1", "--seed takes a whole number from 0, not '-1'."),
    ("help frob", "There is no command 'frob'. 'lab help' lists them."),
  ]

  @Test(arguments: errors)
  func `what can't be understood says what to type`(line: String, message: String) throws {
    let error = #expect(throws: UsageError.self) { try parse(line) }
    #expect(error?.description == message)
  }
}
