import Foundation
import HeapGraph
import Probe
import Testing

@testable import LabKit

/// `lab leaks` over programs that know nothing of it: the lab's own, and others' of the system.
struct LeaksCommandTests {
  /// What the tests read of the JSON.
  struct Report: Decodable {
    struct Totals: Decodable {
      var objects: Int
      var rings: Int
      var lostTasks: Int
    }

    var version: Int
    var exit: Exit?
    var failure: String?
    var forks: Int
    var leaked: Totals?
    var leaks: [Leak]?
    var lostTasks: [LostTask]?
    var living: [Ring]?
    var ofLibraries: [Leak]?

    var shapes: [String] { (leaks ?? []).flatMap(\.rings).map(\.shape) }
  }

  static func report(
    on words: [String], options: [String] = []
  ) async throws -> (report: Report, result: ChildResult) {
    // Standard error is the program's as well: as it crashes it may write anything there.
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let own = ["leaks", "--json", "--output", file.path]
    let result = try await BuiltPrograms.run("lab", own + options + ["--"] + words)
    return (try JSONDecoder().decode(Report.self, from: try Data(contentsOf: file)), result)
  }

  private func path(_ program: String) -> String {
    BuiltPrograms.folder.appendingPathComponent(program).path
  }

  /// The rings of the leaks that have one which nothing holds.
  static let rings = [
    "callback":
      "FerryTimes.onArrival → closure #1 in FerryBoard.onAppear().captures @State times "
      + "→ StateBox<FerryTimes>.value → FerryTimes",
    "parent-child": "Boat.fleet → Fleet.boats[] → Boat",
    "router": "Router.next.router → Router",
    "registrar":
      "Lighthouse.observation registrar → closure #2 in Lighthouse.keepWatch().captures "
      + "→ Lighthouse",
    "rows":
      "CargoList.rows[] → CargoRow.onTap → closure #1 in CargoList.load(_:).captures → CargoList",
    "helper":
      "Lookout.telescope → Telescope.onSighting → closure #1 in Lookout.start().captures "
      + "→ Lookout",
    "session-delegate": "WeatherDesk.session → URLSession.delegate → WeatherDesk",
  ]

  /// The tasks of the leaks that nothing can resume any more.
  static let lostTasks = [
    "stream": "closure #1 in Radio.listen()",
    "weak-self-trap": "closure #1 in AnchorWatch.start()",
  ]

  /// The rings that are no leaks, as something living is part of them.
  static let living = [
    "timer": "Beacon.timer → Timer._fire → closure #1 in Beacon.light().captures → Beacon",
    "stored-task":
      "TideGauge.work → Task.runs → closure #1 in TideGauge.start().captures → TideGauge",
  ]

  @Test(arguments: Catalog.programs)
  func `what a leak leaks is found, and nothing in a fix`(program: Program) async throws {
    let (report, result) = try await Self.report(on: [path(program.name), "--json"])
    #expect(report.version == 1)
    #expect(report.failure == nil)
    // The program is as without the lab: its report is on its output, its status is its own.
    let own = try JSONDecoder().decode(ExperimentReport.self, from: result.output.beginning)
    #expect(own.subjects.map(\.verdict) == own.subjects.map { _ in program.expected })
    #expect(report.exit == .status(program.expected == .stillAlive ? 1 : 0))
    var pair = ""
    if case .half(.leak, of: let half) = program { pair = half.name }
    #expect(report.shapes == [Self.rings[pair]].compactMap(\.self))
    #expect(report.lostTasks?.map(\.function) == [Self.lostTasks[pair]].compactMap(\.self))
    if program.expected == .stillAlive {
      #expect(report.living?.map(\.shape) == [Self.living[pair]].compactMap(\.self))
    }
    let isLeaked = Self.rings[pair] != nil || Self.lostTasks[pair] != nil
    #expect(result.exit == .status(isLeaked ? 1 : 0))
  }

  @Test func `a folder with a blank in its name is read as well`() async throws {
    let names = ["lab", "CLeakPreload", "LeakReporter", "leak-rows"]
    let copies = Dictionary(uniqueKeysWithValues: names.map { ($0, $0) })
    try await BuiltPrograms.withCopies(of: copies) { folder in
      let result = try await BuiltPrograms.shell(
        "TMPDIR='\(folder.path)' \"$LAB\" leaks -- '\(folder.path)/leak-rows'",
        lab: folder.appendingPathComponent("lab"))
      #expect(result.errors.text.contains("2 rings like this"))
      #expect(result.exit == .status(1))
    }
  }

  @Test func `the report draws each kind of ring once`() async throws {
    let result = try await BuiltPrograms.run(
      "lab", ["leaks", "--", path("leak-parent-child"), "--json"])
    #expect(
      result.errors.text.replacing(/of \d+ will/, with: "of N will") == """
        leak-parent-child ended with status 1.
        3 objects of N will never be freed: 104 bytes, 1 ring.
          1  Fleet  40 bytes
          1  Boat  24 bytes
          1  _ContiguousArrayStorage<AnyObject>  40 bytes

        ● 3 objects, 104 bytes
          Boat
          └─ fleet       Fleet
             └─ boats[0]    Boat   ↩ back where it began
          signature \(StableSignature.of("Boat.fleet → Fleet.boats[] → Boat"))

        """)
    #expect(result.exit == .status(1))
  }

  @Test func `a report fits its terminal, and one in a file is as wide as in any file`()
    async throws
  {
    try await BuiltPrograms.withCopies(of: [:]) { folder in
      func shown(_ options: String...) async throws -> String {
        let words = ["/usr/bin/env", "-u", "COLUMNS", "TERM=dumb", path("lab"), "leaks"]
        let program = ["--", path("specimens"), "closure in a closure", "leak"]
        let terminal = try Terminal(words + options + program, columns: 40)
        return await terminal.end().shown
      }
      #expect(
        try await shown().replacing(/of \d+ will/, with: "of N will") == """
          made
          specimens ended with status 0.
          2 objects of N will never be freed: 80
          bytes, 1 ring.
            1  Button  40 bytes
            1  closure's captures  40 bytes

          ● 2 objects, 80 bytes
            Button
            └─ tap         closure #2 in nest(_:)
               └─ captures
                  closure #1 in nest(_:)
                  └─ captures
                     Button
                     ↩ back where it began
            signature 39915e3da80d2d4d

          """)
      let file = folder.appendingPathComponent("report")
      #expect(try await shown("--output", file.path) == "made\n")
      let report = try String(contentsOf: file, encoding: .utf8)
      #expect(
        report.contains(
          """
          └─ captures    Button   ↩ back where it began
          """))
    }
  }

  @Test func `the lab itself leaks nothing`() async throws {
    let (report, result) = try await Self.report(on: [path("lab"), "run", "helper", "control"])
    #expect(report.shapes == [])
    #expect(report.leaked?.objects == 0)
    #expect(report.ofLibraries?.count == 0)
    #expect(result.exit == .status(0))
  }

  // MARK: - No report is never silence

  @Test(arguments: [
    (["/bin/ls", "/"], "there is no Swift in /"),
    (["/bin/sh", "-c", "exit 3"], "there is no Swift in /"),
    (["/bin/sh", "-c", "kill -9 $$"], "it was killed: SIGKILL (signal 9)."),
    (["/bin/sh", "-c", "kill -11 $$"], "it crashed: SIGSEGV (signal 11)."),
    (["/nothing/there"], "/nothing/there could not be started: No such file or directory"),
  ])
  func `a program without a report says why`(words: [String], why: String) async throws {
    let (report, result) = try await Self.report(on: words)
    #expect(report.failure?.hasPrefix(why) == true, "\(report.failure ?? "none")")
    #expect(result.exit == .status(2))
  }

  @Test func `what a program becomes by exec is followed, what it starts is not`() async throws {
    let leak = path("leak-helper")
    let exec = try await Self.report(on: ["/bin/sh", "-c", "exec \"\(leak)\" --json"])
    #expect(exec.report.shapes == [Self.rings["helper"]])
    let child = try await Self.report(on: ["/bin/sh", "-c", "\"\(leak)\" --json; exit 7"])
    #expect(child.report.failure?.hasPrefix("there is no Swift in /") == true)
    #expect(child.report.exit == .status(7))
    #expect(child.result.exit == .status(2))
  }

  @Test(arguments: [
    ("crash", Exit.signal(SIGILL), "it crashed: SIG"),
    ("terminated", .signal(SIGTERM), ""),
    ("leave", .status(3), ""),
    ("quick", .status(4), "it ended in a way that runs no exit handlers"),
    ("fork", .status(0), ""),
    ("exec", .status(6), "there is no Swift in /"),
    ("failedExec", .status(0), ""),
    ("ignoresChildren", .status(0), ""),
    ("fromThread", .status(7), ""),
    ("closesFiles", .status(0), ""),
    ("twice", .status(7), ""),
    ("inHandler", .status(8), ""),
    ("smallStack", .status(9), ""),
    ("smallStackExec", .status(6), "there is no Swift in /"),
    ("childHandler", .status(0), ""),
    ("waitsForSignal", .status(0), ""),
    ("lastThread", .status(0), ""),
    ("noFiles", .status(0), "the heap could not be read: the reporter could not be loaded: "),
    ("noFileSize", .status(0), "the heap could not be read: the reporter could not write its rep"),
  ])
  func `however a program ends, its heap is read or it is said why not`(
    way: String, exit: Exit, failure: String
  ) async throws {
    let (report, result) = try await Self.report(on: [path("specimens"), "--end", way])
    #expect(report.exit == exit)
    #expect(result.output.text == "")
    if !failure.isEmpty {
      #expect(report.failure?.hasPrefix(failure) == true, "\(report.failure ?? "none")")
      #expect(result.exit == .status(2))
    } else {
      #expect(report.failure == nil)
      #expect(report.shapes == ["Loop.itself → Loop"])
      #expect(report.forks == (way == "fork" ? 1 : 0))
      #expect(result.exit == .status(1))
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal to the lab ends the program, its heap read before`(signal: Int32) async throws {
    try await BuiltPrograms.withCopies(of: [:]) { folder in
      let file = folder.appendingPathComponent("report")
      let words = ["leaks", "--json", "--output", file.path, "--", path("specimens")]
      let lab = try RunningLab(words + ["--end", "interrupted"], in: folder)
      #expect(await eventually { lab.said == "waits\n" })
      lab.signal(signal)
      #expect(await lab.exit() == .status(1))
      let report = try JSONDecoder().decode(Report.self, from: try Data(contentsOf: file))
      #expect(report.exit == .signal(signal))
      #expect(report.shapes == ["Loop.itself → Loop"])
    }
  }

  @Test func `a running program is asked twice, and what grew is told`() async throws {
    try await BuiltPrograms.withCopies(of: [:]) { folder in
      let file = folder.appendingPathComponent("report")
      let words = ["leaks", "--while-running", "--output", file.path, "--", path("specimens")]
      let lab = try RunningLab(words + ["--end", "grows"], in: folder)
      func rings() -> Int { lab.said.split(separator: "\n").count }
      func reports() -> Int {
        let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").count { $0.contains("will never be freed") }
      }
      #expect(await eventually { rings() >= 1 })
      lab.signal(SIGUSR1)
      #expect(await eventually { reports() == 1 })
      let soFar = rings()
      #expect(await eventually { rings() >= soFar + 2 })
      lab.signal(SIGUSR1)
      #expect(await eventually { reports() == 2 })
      lab.signal(SIGTERM)
      #expect(await lab.exit() == .status(1))
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(text.contains("Report 2, while the program runs."))
      #expect(text.contains(/\n  \+[\d,]+  Loop  \([\d,]+ → [\d,]+\)\n/))
      #expect(text.contains(/\n  \+[\d,]+  Loop.itself → Loop  \([\d,]+ → [\d,]+\)\n/))
      #expect(text.contains("specimens was ended by SIGTERM (signal 15)."))
    }
  }

  @Test func `what holds an object is drawn from its root, and what lives is listed`() async throws
  {
    let holds = try await BuiltPrograms.run(
      "lab", ["holds", "Husband", "--", path("specimens"), "a global that was cleared", "clean"])
    #expect(
      holds.errors.text == """
        specimens ended with status 0.
        1 object of type Husband is alive.

        ● Husband is still alive · retain count 2

          global variable kept
          └─ Husband

          Husband
          └─ wife       Wife
             └─ husband    Husband   ↩ back where it began

          It lives as long as this holds it: global variable kept.

        """)
    #expect(holds.exit == .status(1))
    let heap = try await BuiltPrograms.run(
      "lab", ["heap", "--", path("specimens"), "a global that was cleared", "clean"])
    #expect(heap.errors.text.contains(/\n +1 +24  Husband  specimens\n/))
    #expect(heap.exit == .status(0))
  }

  @Test(arguments: [
    ("Watchlist", 0, "✓ No object of type Watchlist is alive."),
    ("Probe.Watchlist", 0, "✓ No object of type Probe.Watchlist is alive."),
    (
      "Wachtlist", 2,
      "No report: no class or actor here is called Wachtlist. "
        + "The names of all that have instances: lab heap --all -- ./my-program"
    ),
    (
      "Verdict", 2,
      "No report: Verdict is an enum, and only instances of classes and actors are held. "
        + "Name the class that has it."
    ),
  ])
  func `a type without an object is told from a wrong name`(
    type: String, status: Int32, line: String
  ) async throws {
    let none = try await BuiltPrograms.run("lab", ["holds", type, "--", path("control")])
    // In as many lines as it takes.
    #expect(none.errors.text.replacing("\n", with: " ").hasSuffix("\(line) "))
    #expect(none.exit == .status(status))
  }

  @Test func `without a place for the report the program is not run, and a full one loses none`()
    async throws
  {
    let nowhere = try await BuiltPrograms.run(
      "lab", ["leaks", "--output", "/nothing/there", "--", "/bin/echo", "ran"])
    #expect(nowhere.output.text == "")
    #expect(
      nowhere.errors.text
        == "lab: The report can't be written to /nothing/there: No such file or directory.\n")
    #expect(nowhere.exit == .status(2))
    let full = try await BuiltPrograms.run(
      "lab", ["leaks", "--output", "/dev/full", "--", "/bin/sh", "-c", "echo ran"])
    #expect(full.output.text == "ran\n")
    #expect(full.errors.text.hasPrefix("sh ended with status 0.\nNo report: there is no Swift in "))
    #expect(
      full.errors.text.hasSuffix(
        "lab: The report can't be written to /dev/full: No space left on device.\n"))
    #expect(full.exit == .status(2))
  }

  @Test func `a report goes into a pipe as a whole`() async throws {
    let piped = try await BuiltPrograms.shell(
      """
      cd "$(mktemp -d)" && mkfifo p && { cat p & } && \
      "$LAB" leaks --json --output p -- "\(path("control"))" > /dev/null; wait
      """)
    #expect(try JSONDecoder().decode(Report.self, from: Data(piped.output.text.utf8)).version == 1)
  }

  @Test func `the program has its own streams, environment, folder and arguments`() async throws {
    let line = "cd / && printf 'a b' | \"$LAB\" leaks --output /dev/null -- "
    let said = try await BuiltPrograms.shell(
      line
        + "/bin/sh -c 'cat; pwd; echo \"$1\" \"$0\" $LD_PRELOAD$LAB_LEAKS; env | grep -c LAB_LEAKS' x 'y z'"
    )
    #expect(said.output.text == "a b/\ny z x\n0\n")
    #expect(said.errors.text == "")
    // In the same order, and byte for byte where it is not text.
    let print = "/bin/sh -c 'env; printf %s \"$1\" | od -c' x \"$WORD\""
    let word = "export WORD=$(printf 'a\\377b'); "
    let bare = try await BuiltPrograms.shell(word + print)
    let watched = try await BuiltPrograms.shell(
      word + "\"$LAB\" leaks --output /dev/null -- " + print)
    #expect(bare.output.text.contains("377"))
    #expect(watched.output.text == bare.output.text)
  }
}

/// A signature, as it is made of a ring's shape.
enum StableSignature {
  static func of(_ shape: String) -> String {
    let value = shape.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
