import Foundation
import HeapGraph
import Testing

@testable import LabKit

/// What `lab leaks` makes of reports, without a program being run.
struct LeaksTests {
  private func ring(_ names: [String], count: Int = 1) -> Ring {
    let objects = names.enumerated().map { ChainObject(name: $1, address: UInt($0 + 1) * 16) }
    let links = objects.indices.map { index in
      ChainLink(
        from: objects[index], label: "next", to: objects[(index + 1) % objects.count])
    }
    let shape = (names + names.prefix(1)).joined(separator: ".next → ")
    return Ring(
      signature: "signature of \(names[0])", shape: shape, count: count,
      chain: OwnershipChain(kind: .ring, links: links))
  }

  private func leak(_ names: [String], count: Int = 1, isLibrary: Bool = false) -> Leak {
    Leak(
      rings: [ring(names, count: count)], count: count, isLibrary: isLibrary,
      objects: names.count * count, bytes: 32 * names.count * count,
      kept: [TypeTally(type: "Cargo", module: "m", isLibrary: false, count: 2, bytes: 64)])
  }

  private func report(_ findings: LeakFindings, cause: String = "exit") -> HeapReport {
    HeapReport(cause: cause, objects: 12_345, findings: findings)
  }

  private func outcome(_ reports: HeapReport...) -> WatchOutcome {
    WatchOutcome(
      program: ["/x/ferry"], exit: .status(0), events: [WatchEvent("began", "/x/ferry")],
      reports: reports, file: { _ in nil })
  }

  private func text(
    _ outcome: WatchOutcome, _ options: LeaksOptions, _ rules: String = "", width: Int = 100
  ) throws -> String {
    let text = LeaksText(
      options: options, suppressions: try Suppressions(text: rules), width: width)
    return text.lines(of: outcome).map(\.text).joined(separator: "\n")
  }

  @Test func `lab holds asks for a type`() {
    let error = #expect(throws: UsageError.self) { try CommandParser.parse(["holds", "--", "x"]) }
    #expect(
      error?.description
        == "'lab holds' needs a type, as in: lab holds TYPE -- ./my-program its arguments")
  }

  @Test func `a report names the largest first, libraries apart, accepted ones by their rule`()
    throws
  {
    let findings = LeakFindings(
      leaks: [
        leak(["Harbour", "Boat"], count: 1000), leak(["Known"]),
        leak(["URLSession", "Timer"], isLibrary: true),
      ],
      lostTasks: [
        LostTask(
          signature: "t", function: "closure #1 in Radio.listen()", waitsIn: "Radio.next()",
          count: 2,
          kept: [
            TypeTally(
              type: "closure's captures", module: "", isLibrary: false, count: 2, bytes: 64),
            TypeTally(type: "Task", module: "", isLibrary: true, count: 2, bytes: 624),
            TypeTally(type: "closure's captures", module: "", isLibrary: true, count: 1, bytes: 32),
          ])
      ])
    let rules = """
      # what we live with
      type Known # waits for the next release
      shape Nothing.* # was mended
      """
    #expect(
      try text(outcome(report(findings)), LeaksOptions(), rules) == """
        ferry ended with status 0.
        2,007 objects of 12,345 will never be freed: 64,784 bytes, 1,000 rings, 2 lost tasks.

        ● × 1,000  2,000 objects, 64,000 bytes
          Harbour
          └─ next    Boat
             └─ next    Harbour   ↩ back where it began
          signature signature of Harbour
          keeps 2 more objects, 64 bytes: 2 Cargo

        ● × 2  task running closure #1 in Radio.listen()
          Nothing can resume it: it waits in Radio.next(), and nobody knows of it any more.
          keeps 5 objects, 720 bytes: 3 closure's captures, 2 Task
          signature t

        1 ring wholly inside libraries not shown: --all shows them.
        1 accepted by line 2: waits for the next release
        Line 3 of the suppressions accepts nothing any more: shape Nothing.*
        """)
  }

  @Test func `a report fits a narrow terminal`() throws {
    let findings = LeakFindings(
      types: [
        TypeTally(
          type: "_ContiguousArrayStorage<Harbour>", module: "Swift", isLibrary: true, count: 12,
          bytes: 4000),
        TypeTally(type: "Boat", module: "m", isLibrary: false, count: 1988, bytes: 60_064),
      ],
      leaks: [
        leak(["closure #1 in Harbour.open()", "Boat"], count: 1000),
        leak(["Timer"], isLibrary: true),
      ],
      lostTasks: [
        LostTask(
          signature: "t", function: "closure #1 in Radio.listen()", waitsIn: "Radio.next()",
          count: 2, kept: [])
      ],
      living: [ring(["Beacon", "Lamp"])])
    #expect(
      try text(outcome(report(findings)), LeaksOptions(), width: 40) == """
        ferry ended with status 0.
        2,002 objects of 12,345 will never be
        freed: 64,064 bytes, 1,000 rings, 2 lost
        tasks.
             12  _ContiguousArrayStorage<Harbour
                 >  4,000 bytes
          1,988  Boat  60,064 bytes

        ● × 1,000  2,000 objects, 64,000 bytes
          closure #1 in Harbour.open()
          └─ next    Boat
             └─ next
                closure #1 in Harbour.open()
                ↩ back where it began
          signature signature of closure #1 in
          Harbour.open()
          keeps 2 more objects, 64 bytes: 2
          Cargo

        ● × 2  task running closure #1 in
          Radio.listen()
          Nothing can resume it: it waits in
          Radio.next(), and nobody knows of it
          any more.
          signature t

        Alive, and no leak while it is: it may
        still let go of what leads back to it.
          Beacon.next → Lamp.next → Beacon

        1 ring wholly inside libraries not
        shown: --all shows them.
        """)
  }

  @Test func `a long ring is drawn in part`() throws {
    func drawing(of length: Int) throws -> String {
      let findings = LeakFindings(leaks: [leak((1...length).map { "Buoy\($0)" })])
      let lines = try text(outcome(report(findings)), LeaksOptions(), width: 120).split(
        separator: "\n")
      return lines.dropFirst(3).dropLast(2).map {
        $0.replacing(/^ *└─ next +/, with: "").trimmingCharacters(in: .whitespaces)
      }.joined(separator: ", ")
    }
    #expect(
      try drawing(of: 15) == """
        Buoy1, Buoy2, Buoy3, Buoy4, Buoy5, Buoy6, Buoy7, Buoy8, Buoy9, Buoy10, Buoy11, Buoy12, \
        Buoy13, Buoy14, Buoy15, Buoy1   ↩ back where it began
        """)
    #expect(
      try drawing(of: 16) == """
        Buoy1, Buoy2, Buoy3, Buoy4, Buoy5, Buoy6, Buoy7, Buoy8, Buoy9, Buoy10, Buoy11, Buoy12, \
        Buoy13, Buoy14, Buoy15, … 2 more links, and back where it began
        """)
  }

  @Test func `what holds objects, and what lives, fits a narrow terminal`() throws {
    let chain = ring(["Harbour", "closure #1 in Harbour.open()"]).chain
    let holders = Holders(
      object: ChainObject(name: "Harbour", address: 16), retainCount: 2, proof: .ring,
      chains: [chain])
    var report = report(LeakFindings())
    (report.held, report.heldCount) = ([.init(holders: holders, count: 64)], 100)
    var options = LeaksOptions()
    options.question = .holders(type: "Harbour")
    #expect(
      try text(outcome(report), options, width: 40) == """
        ferry ended with status 0.
        100 objects of type Harbour are alive.

        ● × 64 Harbour is still alive · retain
        count 2

          Harbour
          └─ next
             closure #1 in Harbour.open()
             └─ next
                Harbour
                ↩ back where it began

          All of its owners are in this ring: it
          is never freed.

        The first 64 were looked at.
        """)
    options.question = .heap
    report.census = [
      TypeTally(
        type: "Dictionary<String, Harbour>", module: "FerryCompany", isLibrary: false, count: 2,
        bytes: 64)
    ]
    #expect(
      try text(outcome(report), options, width: 40) == """
        ferry ended with status 0.
        2 living objects, 64 bytes; 2 of the
        program's own types.

        count  bytes  type
            2     64  Dictionary<String,
                      Harbour>  FerryCompany
        """)
  }

  @Test func `what is accepted and what is a library's is no leak`() throws {
    let findings = LeakFindings(leaks: [leak(["Known"]), leak(["Timer"], isLibrary: true)])
    let outcome = outcome(report(findings))
    func status(_ rules: String) throws -> Int32 {
      LeaksCommand.status(
        of: outcome, options: LeaksOptions(), suppressions: try Suppressions(text: rules))
    }
    #expect(try status("") == 1)
    #expect(try status("signature signature of Known # known") == 0)
    #expect(try status("shape Known.*Known # known") == 0)
    #expect(try status("type Unknown # not that one") == 1)
  }

  @Test(arguments: [
    ("type Boat", SuppressionError.noReason(line: 1)),
    ("# fine\n\ntypo Boat # why", .unknown(line: 3)),
    ("shape # why", .unknown(line: 1)),
  ])
  func `a rule without a reason or a kind is refused`(text: String, error: SuppressionError) {
    #expect(throws: error) { try Suppressions(text: text) }
  }

  @Test func `a pattern's stars stand for anything`() {
    #expect("Boat.fleet → Fleet".matches(pattern: "*fleet*"))
    #expect("Boat".matches(pattern: "Boat"))
    #expect(!"Boats".matches(pattern: "Boat"))
    #expect(!"Boat".matches(pattern: "*fleet*"))
    #expect("aba".matches(pattern: "a*a") && !"a".matches(pattern: "a*a"))
  }

  @Test func `growth is what there is more of`() {
    func tally(_ type: String, _ count: Int, isLibrary: Bool = false) -> TypeTally {
      TypeTally(type: type, module: "", isLibrary: isLibrary, count: count, bytes: 0)
    }
    var (before, now) = (
      report(LeakFindings(leaks: [leak(["Boat"], count: 2)]), cause: "asked"),
      report(LeakFindings(leaks: [leak(["Boat"], count: 5), leak(["New"])]), cause: "asked")
    )
    before.census = [tally("Boat", 2), tally("Fleet", 3), tally("Dictionary", 1, isLibrary: true)]
    now.census = [tally("Boat", 5), tally("Fleet", 1), tally("Dictionary", 9, isLibrary: true)]
    let growth = Growth(from: before, to: now)
    #expect(growth.types == [.init(what: "Boat", before: 2, now: 5)])
    #expect(
      growth.rings == [
        .init(what: "Boat.next → Boat", before: 2, now: 5),
        .init(what: "New.next → New", before: 0, now: 1),
      ])
  }

  // MARK: - Why there is no report

  private func failure(
    _ events: [(String, String)], exit: Exit = .status(0), program: String = "/bin/sh"
  ) -> WatchFailure? {
    WatchOutcome(
      program: [program], exit: exit, events: events.map { WatchEvent($0.0, $0.1) }, reports: [],
      file: ElfFile.init
    ).failure
  }

  @Test func `the log and the end tell why there is no report`() {
    let began = ("began", "/x/p")
    #expect(failure([]) == .unheard("/bin/sh"))
    #expect(failure([], program: "/etc/passwd") == .unheard("/etc/passwd"))
    #expect(failure([began, ("sanitizer", "")]) == .sanitizer("/x/p"))
    #expect(failure([began, ("not-swift", "")]) == .notSwift("/x/p"))
    #expect(
      failure([began, ("other-runtime", "/y/libswiftCore.so")])
        == .otherRuntime("/y/libswiftCore.so"))
    #expect(failure([began, ("other-allocator", "")]) == .otherAllocator(""))
    #expect(
      failure([began, ("forks", "0 0"), ("reporter-failed", "exit")]) == .reporterFailed("crashed"))
    #expect(
      failure([began, ("reporter-stuck", "exit"), ("reporter-failed", "exit")])
        == .reporterFailed("got stuck, and was ended"))
    #expect(failure([began], exit: .signal(SIGKILL)) == .killed)
    #expect(failure([began], exit: .signal(SIGSEGV)) == .crashed(signal: SIGSEGV))
    #expect(failure([began, ("exec", "/x/q")]) == .replaced(by: "/x/q"))
    #expect(failure([began, ("exec", "/x/q"), ("exec-failed", "/x/q")]) == .leftAnotherWay)
    #expect(
      failure([
        began, ("no-swift-yet", ""), ("exec", "/x/q"), ("began", "/x/q"), ("no-swift-yet", ""),
      ]) == .notSwift("/x/q"))
    #expect(failure([began]) == .leftAnotherWay)
  }

  @Test func `forks that went on are counted, those that became others are not`() {
    let outcome = WatchOutcome(
      program: ["p"], exit: .status(0), events: [WatchEvent("forks", "5 3")], reports: [],
      file: { _ in nil })
    #expect(outcome.forks == 2)
  }

  // MARK: - The command line

  @Test func `the program's words stand behind two hyphens, and are its own`() throws {
    var options = LeaksOptions()
    options.program = ["./p", "--json", "--help", "--", "x"]
    options.most = 3
    options.all = true
    options.output = "f"
    let words = ["leaks", "--most", "3", "--all", "--output=f", "--"] + options.program
    #expect(try CommandParser.parse(words) == .leaks(options))

    var holds = LeaksOptions()
    holds.program = ["./p"]
    holds.question = .holders(type: "Boat")
    #expect(try CommandParser.parse(["holds", "Boat", "--", "./p"]) == .leaks(holds))

    var heap = LeaksOptions()
    heap.program = ["./p"]
    heap.question = .heap
    #expect(try CommandParser.parse(["heap", "--", "./p"]) == .leaks(heap))
    #expect(throws: UsageError.missingProgram(command: .leaks)) {
      try CommandParser.parse(["leaks", "./p"])
    }
    #expect(throws: UsageError.missingName(command: .holds)) {
      try CommandParser.parse(["holds", "--", "./p"])
    }
    #expect(try CommandParser.parse(["leaks", "--help"]) == .help(.leaks))
  }

  @Test func `a question is read as it is written`() {
    let questions: [HeapReport.Question] = [
      .leaks(census: false), .leaks(census: true), .heap, .holders(type: "[String: Boat]"),
    ]
    #expect(questions.map { HeapReport.Question($0.description) } == questions)
    #expect(HeapReport.Question("what") == nil)
  }
}
