import HeapGraph

/// A report on a program's heap for people.
struct LeaksText {
  let options: LeaksOptions
  let suppressions: Suppressions
  /// How many columns a line should take at most.
  let width: Int

  private static let typesShown = 10
  private static let linesOfRing = 16

  /// All there is to say when the program has ended.
  func lines(of outcome: WatchOutcome) -> [Line] {
    var lines = fitted(Line(headline(outcome), .strong))
    if let report = outcome.last, outcome.failure == nil {
      lines += self.lines(of: report)
      if let before = outcome.reports.dropLast().last {
        lines += [""] + self.lines(of: Growth(from: before, to: report))
      }
    }
    if let failure = outcome.failure {
      lines += fitted(Line("No report: \(failure)", .bad))
    }
    if outcome.forks > 0 {
      let children = outcome.forks == 1 ? "1 process" : "\(outcome.forks) processes"
      lines += fitted(
        Line("It forked \(children) that went on as copies of it; this is about itself.", .quiet))
    }
    return lines
  }

  /// A report of a program that runs on.
  func lines(
    ofReport number: Int, _ report: HeapReport, since before: HeapReport?
  ) -> [Line] {
    [Line("Report \(number), while the program runs.", .strong)] + lines(of: report)
      + (before.map { [""] + lines(of: Growth(from: $0, to: report)) } ?? []) + [""]
  }

  private func headline(_ outcome: WatchOutcome) -> String {
    let name = outcome.program[0].split(separator: "/").last.map(String.init) ?? ""
    return switch outcome.exit {
    case .status(let status): "\(name) ended with status \(status)."
    case .signal(let signal): "\(name) was ended by \(SignalName.of(signal))."
    case .timedOut, nil: "\(name) was not run."
    }
  }

  /// One report, of the end or in between.
  func lines(of report: HeapReport) -> [Line] {
    switch options.question {
    case .leaks:
      return leakLines(of: report.findings ?? LeakFindings(), among: report.objects)
    case .heap: return heapLines(of: report.census ?? [])
    case .holders(let type): return holderLines(of: report, type: type)
    }
  }

  // MARK: - Leaks

  private func leakLines(of findings: LeakFindings, among objects: Int) -> [Line] {
    let verdict = LeakVerdict(findings, suppressions: suppressions)
    var lines: [Line] = []
    if verdict.hasLeaks {
      lines += fitted(
        Line(
          """
          \(Self.count(verdict.objects, "object")) of \(Self.number(objects)) will never be freed: \
          \(Self.count(verdict.bytes, "byte")), \(Self.count(verdict.rings, "ring"))\
          \(tasks(verdict.lostTasks)).
          """, .alive))
      if verdict.used.isEmpty { lines += typeLines(findings.types) }
    } else {
      lines.append(Line("✓ No leaks: \(Self.count(objects, "living object")).", .good))
    }
    let shown = verdict.leaks + (options.all ? verdict.ofLibraries : [])
    for leak in shown.prefix(options.most) { lines += [""] + self.lines(of: leak) }
    let more = max(0, shown.count - options.most) + verdict.omitted
    if more > 0 {
      lines += ["", Line("… and \(Self.count(more, "more kind")) of leak: --most N", .quiet)]
    }
    for task in verdict.lostTasks.prefix(options.most) { lines += [""] + self.lines(of: task) }
    lines += livingLines(verdict.living) + closing(verdict)
    return lines
  }

  private func tasks(_ tasks: [LostTask]) -> String {
    let count = tasks.reduce(0) { $0 + $1.count }
    return count == 0 ? "" : ", \(Self.count(count, "lost task"))"
  }

  private func typeLines(_ types: [TypeTally]) -> [Line] {
    let shown = types.prefix(Self.typesShown)
    let width = shown.map { Self.number($0.count).count }.max() ?? 0
    let rest = types.dropFirst(Self.typesShown)
    return shown.flatMap { tally in
      let count = Self.number(tally.count)
      return fitted(
        Line(String(repeating: " ", count: width + 2 - count.count) + count + "  ")
          + Line(tally.type) + Line("  \(Self.count(tally.bytes, "byte"))", .quiet),
        hanging: width + 4)
    }
      + (rest.isEmpty
        ? [] : [Line("  … \(Self.count(rest.reduce(0) { $0 + $1.count }, "more object"))", .quiet)])
  }

  private func lines(of leak: Leak) -> [Line] {
    let times = leak.count == 1 ? "" : "× \(Self.number(leak.count))  "
    var lines = fitted(
      Line("● ", .alive) + Line(times, .strong)
        + Line("\(Self.count(leak.objects, "object")), \(Self.count(leak.bytes, "byte"))"),
      hanging: 2)
    for (index, ring) in leak.rings.enumerated() {
      if index > 0 { lines.append("") }
      lines += self.lines(of: ring, repeated: leak.count)
    }
    if !leak.kept.isEmpty {
      lines += fitted(
        Line(
          "  keeps \(Self.count(leak.kept.objects, "more object")), "
            + "\(Self.count(leak.kept.bytes, "byte")): \(Self.list(leak.kept))"), hanging: 2)
    }
    return lines
  }

  private func lines(of ring: Ring, repeated: Int) -> [Line] {
    var chain = ring.chain
    let links = chain.links.count + ring.omittedLinks
    let isCut = chain.links.count >= Self.linesOfRing
    if isCut { chain.links = Array(chain.links.prefix(Self.linesOfRing - 2)) }
    var lines = ChainDrawing(width: width - 2).lines(for: chain).map { Line("  " + $0) }
    if isCut {
      let left = links - chain.links.count
      lines += fitted(
        Line("  … \(Self.count(left, "more link")), and back where it began", .quiet), hanging: 2)
    }
    let like = ring.count == repeated ? "" : ", \(Self.count(ring.count, "ring")) like this"
    return lines + fitted(Line("  signature \(ring.signature)\(like)", .quiet), hanging: 2)
  }

  private func lines(of task: LostTask) -> [Line] {
    let times = task.count == 1 ? "" : "× \(Self.number(task.count))  "
    var lines = [
      Line("● ", .alive) + Line(times, .strong) + Line("task running \(task.function)"),
      Line(
        "  Nothing can resume it: it waits in \(task.waitsIn), and nobody knows of it any more."),
    ]
    if !task.kept.isEmpty {
      lines.append(
        Line(
          "  keeps \(Self.count(task.kept.objects, "object")), "
            + "\(Self.count(task.kept.bytes, "byte")): \(Self.list(task.kept))"))
    }
    lines.append(Line("  signature \(task.signature)", .quiet))
    return lines.flatMap { fitted($0, hanging: 2) }
  }

  private func livingLines(_ living: [Ring]) -> [Line] {
    if living.isEmpty { return [] }
    let head = "Alive, and no leak while it is: it may still let go of what leads back to it."
    return [""] + fitted(Line(head, .quiet))
      + living.prefix(options.most).flatMap { ring in
        let count = ring.count == 1 ? "" : "× \(Self.number(ring.count))  "
        return fitted(Line("  \(count)\(ring.shape)", .quiet), hanging: 4)
      }
  }

  private func closing(_ verdict: LeakVerdict) -> [Line] {
    var lines: [Line] = []
    if !verdict.ofLibraries.isEmpty, !options.all {
      let rings = verdict.ofLibraries.reduce(0) { $0 + $1.rings.reduce(0) { $0 + $1.count } }
      lines.append(
        Line(
          "\(Self.count(rings, "ring")) wholly inside libraries not shown: --all shows them.",
          .quiet))
    }
    for (rule, count) in verdict.used.sorted(by: { $0.key.line < $1.key.line }) {
      lines.append(
        Line("\(Self.number(count)) accepted by line \(rule.line): \(rule.reason)", .quiet))
    }
    for rule in suppressions.rules where verdict.used[rule] == nil {
      lines.append(
        Line(
          "Line \(rule.line) of the suppressions accepts nothing any more: "
            + "\(rule.kind.rawValue) \(rule.pattern)", .bad))
    }
    return lines.isEmpty ? [] : [""] + lines.flatMap { fitted($0) }
  }

  // MARK: - All objects, and what holds some

  private func heapLines(of census: [TypeTally]) -> [Line] {
    let own = census.filter { !$0.isLibrary }
    let shown = Array((options.all ? census : own).prefix(options.most))
    let headline = Line(
      "\(Self.count(census.objects, "living object")), \(Self.count(census.bytes, "byte")); "
        + "\(Self.number(own.objects)) of the program's own types.")
    let columns = shown.map {
      (Self.number($0.count), Self.number($0.bytes), $0.module.isEmpty ? "" : $0.module)
    }
    let widths = (
      max(5, columns.map(\.0.count).max() ?? 0), max(5, columns.map(\.1.count).max() ?? 0)
    )
    func right(_ text: String, _ width: Int) -> String {
      String(repeating: " ", count: max(0, width - text.count)) + text
    }
    var lines =
      fitted(headline) + [
        "", Line("\(right("count", widths.0))  \(right("bytes", widths.1))  type", .quiet),
      ]
    for (tally, column) in zip(shown, columns) {
      lines += fitted(
        Line("\(right(column.0, widths.0))  \(right(column.1, widths.1))  ")
          + Line(tally.type, .strong)
          + Line(column.2.isEmpty ? "" : "  \(column.2)", .quiet),
        hanging: widths.0 + widths.1 + 4)
    }
    let hidden = census.count - shown.count
    if hidden > 0 {
      lines.append(
        Line("… \(Self.count(hidden, "more type")): --all, --most N", .quiet))
    }
    return lines
  }

  private func holderLines(of report: HeapReport, type: String) -> [Line] {
    let count = report.heldCount ?? 0
    guard count > 0 else { return fitted(Line("✓ No object of type \(type) is alive.", .good)) }
    var lines = fitted(
      Line("\(Self.count(count, "object")) of type \(type) \(count == 1 ? "is" : "are") alive."))
    let groups = report.held ?? []
    for group in groups.prefix(options.most) {
      lines += [""] + HoldersText(group.holders, count: group.count, width: width).lines
    }
    let looked = groups.reduce(0) { $0 + $1.count }
    if looked < count {
      lines += ["", Line("The first \(Self.number(looked)) were looked at.", .quiet)]
    }
    return lines
  }

  // MARK: - Growth

  /// What grew since an earlier report.
  func lines(of growth: Growth) -> [Line] {
    if growth.types.isEmpty, growth.rings.isEmpty {
      return fitted(Line("Since the report before nothing of the program's grew.", .good))
    }
    func lines(_ changes: [Growth.Change]) -> [Line] {
      changes.prefix(options.most).flatMap {
        fitted(
          Line("  +\(Self.number($0.now - $0.before))  ", .alive)
            + Line("\($0.what)  (\(Self.number($0.before)) → \(Self.number($0.now)))"),
          hanging: 4)
      }
    }
    return fitted(Line("Since the report before there are more of these:", .strong))
      + lines(growth.types)
      + (growth.rings.isEmpty ? [] : [Line("and more rings:", .strong)] + lines(growth.rings))
  }

  // MARK: - Words

  private func fitted(_ line: Line, hanging indent: Int = 0) -> [Line] {
    line.fitted(to: width, hanging: indent)
  }

  private static func list(_ tallies: [TypeTally]) -> String {
    // By name: whether a library made it, which a tally tells apart, is not said here.
    let named = tallies.reduce(into: [(type: String, count: Int)]()) { named, tally in
      if let place = named.firstIndex(where: { $0.type == tally.type }) {
        named[place].count += tally.count
      } else {
        named.append((tally.type, tally.count))
      }
    }
    let shown = named.prefix(4).map { "\(number($0.count)) \($0.type)" }
    return shown.joined(separator: ", ") + (named.count > 4 ? " …" : "")
  }

  /// A number with commas between its thousands.
  static func number(_ number: Int) -> String {
    var digits = String(number)
    var place = digits.count - 3
    while place > 0 {
      digits.insert(",", at: digits.index(digits.startIndex, offsetBy: place))
      place -= 3
    }
    return digits
  }

  private static func count(_ count: Int, _ noun: String) -> String {
    "\(number(count)) \(noun)\(count == 1 ? "" : "s")"
  }
}
