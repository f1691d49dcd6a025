import HeapGraph
import Probe

/// The lab's report as a table for people.
///
/// One row a pair, with what each half proved; below it what was not as expected; last, all in
/// numbers. Where the terminal is too narrow for a row, a row takes several lines.
struct LabTable {
  private static let numberWidth = 4
  private static let verdictWidth = 15
  private static let fixWidth = 9
  /// The narrowest column in which what was checked is still readable.
  private static let worksWidth = 20

  private let report: LabReport
  private let width: Int

  init(_ report: LabReport, width: Int) {
    self.report = report
    self.width = width
  }

  var lines: [Line] {
    table + faults + noChains + [""]
      + closing.wrapped(to: width).map {
        Line($0, report.isAsExpected ? .good : .bad)
      }
  }

  // MARK: - The rows

  private struct Row {
    var number: String
    var name: String
    var leak: Line
    var fix: Line
    var works: [String]
    /// What holds the leak's first object, in a line, and how many more ways there are.
    var chain = ""
  }

  private var rows: [Row] {
    let byProgram = Dictionary(
      report.outcomes.map { ($0.program, $0) }, uniquingKeysWith: { $1 })
    func outcome(_ half: Half, _ pair: Pair) -> Outcome? { byProgram[.half(half, of: pair)] }
    let control = byProgram[.control].map { outcome in
      Row(
        number: "", name: "control", leak: "", fix: Self.cell(outcome),
        works: Self.works([outcome]))
    }
    let pairs = Catalog.pairs.compactMap { pair -> Row? in
      let halves = Half.allCases.map { outcome($0, pair) }
      guard halves.contains(where: { $0 != nil }) else { return nil }
      return Row(
        number: String(pair.number), name: pair.name, leak: Self.cell(halves[0]),
        fix: Self.cell(halves[1]), works: Self.works(halves.compactMap(\.self)),
        chain: Self.chain(halves[0]))
    }
    return [control].compactMap(\.self) + pairs
  }

  /// The verdict of one half: in its own tone if it is as expected, else in the bad one.
  private static func cell(_ outcome: Outcome?) -> Line {
    guard let outcome else { return Line("–", .quiet) }
    guard case .success(let report) = outcome.result else { return Line("✗ failed", .bad) }
    let verdicts = Set(report.subjects.map(\.verdict))
    let text = verdicts.count == 1 ? report.subjects[0].verdict.rawValue : "mixed"
    if outcome.assessment == .fixedByLearner { return Line("✓ fixed by you", .good) }
    guard outcome.assessment == .asExpected else { return Line("✗ \(text)", .bad) }
    return outcome.program.expected == .freed
      ? Line("✓ \(text)", .good) : Line("● \(text)", .alive)
  }

  private static func chain(_ outcome: Outcome?) -> String {
    guard let subject = try? outcome?.result.get().subjects.first, let holders = subject.holders,
      let first = holders.chains.first
    else { return "" }
    let more = holders.chains.count - 1 + holders.omitted
    return ChainDrawing().oneLine(for: first) + (more > 0 ? "  (and \(more) more)" : "")
  }

  /// What was seen to work in every half shown.
  private static func works(_ outcomes: [Outcome]) -> [String] {
    let held = outcomes.compactMap { try? $0.result.get().checks.filter(\.held).map(\.what) }
    guard held.count == outcomes.count, let first = held.first else { return [] }
    return first.filter { what in held.allSatisfy { $0.contains(what) } }
  }

  // MARK: - Their layout

  private var nameWidth: Int { (Catalog.pairs.map(\.name.count).max() ?? 0) + 2 }
  private var worksColumn: Int {
    Self.numberWidth + nameWidth + Self.verdictWidth + Self.fixWidth
  }

  private var table: [Line] {
    width >= worksColumn + Self.worksWidth ? wide : narrow
  }

  private var wide: [Line] {
    func line(_ number: Line, _ name: Line, _ leak: Line, _ fix: Line) -> Line {
      (number.padded(to: Self.numberWidth) + name).padded(to: Self.numberWidth + nameWidth)
        + leak.padded(to: Self.verdictWidth) + fix.padded(to: Self.fixWidth)
    }
    let head =
      line("", Line("pair", .quiet), Line("leak", .quiet), Line("fix", .quiet))
      + Line("works in both", .quiet)
    return [head]
      + rows.flatMap { row -> [Line] in
        let works = row.works.joined(separator: "; ").wrapped(to: width - worksColumn)
        let first = line(
          Line(String(repeating: " ", count: 2 - row.number.count) + row.number, .quiet),
          Line(row.name, .strong), row.leak, row.fix)
        return [first + Line(works[0], .quiet)]
          + works.dropFirst().map { Line().padded(to: worksColumn) + Line($0, .quiet) }
          + chain(row, indent: Self.numberWidth + 2)
      }
  }

  private var narrow: [Line] {
    rows.flatMap { row -> [Line] in
      let verdicts = row.leak.text.isEmpty ? row.fix : row.leak.padded(to: 15) + row.fix
      let works = row.works.joined(separator: "; ").wrapped(to: width - 4)
      return [
        Line(row.number.isEmpty ? "" : row.number + " ", .quiet) + Line(row.name, .strong),
        "    " + verdicts,
      ] + works.filter { !$0.isEmpty }.map { "    " + Line($0, .quiet) } + chain(row, indent: 4)
    }
  }

  private func chain(_ row: Row, indent: Int) -> [Line] {
    guard !row.chain.isEmpty else { return [] }
    return row.chain.wrapped(to: width - indent).map { Line().padded(to: indent) + Line($0) }
  }

  // MARK: - What was not as expected

  private var faults: [Line] {
    let isRepeated = report.rounds.count > 1
    return report.differing.flatMap { round, outcome -> [Line] in
      let sentences: [String] =
        switch outcome.assessment {
        case .asExpected, .fixedByLearner: []
        case .unexpected(let faults): faults
        case .failed(let failure): [failure.description]
        }
      let name = outcome.program.name + (isRepeated ? ", round \(round)" : "")
      return sentences.flatMap { sentence in
        "✗ \(name): \(sentence)".wrapped(to: width).map { Line($0, .bad) }
      }
    }.withGapBefore
  }

  /// Why a leak was not explained, each reason once.
  private var noChains: [Line] {
    let reasons = report.outcomes.compactMap { try? $0.result.get() }
      .flatMap(\.subjects).compactMap(\.noChain)
    return Set(reasons).sorted().flatMap { $0.wrapped(to: width).map { Line($0, .quiet) } }
      .withGapBefore
  }

  // MARK: - All in numbers

  private var closing: String {
    let reports = report.outcomes.compactMap { try? $0.result.get() }
    let asExpected = report.outcomes.filter { $0.assessment == .asExpected }
    let leaks = asExpected.filter { $0.program.expected == .stillAlive }.count
    let mended = report.outcomes.filter { $0.assessment == .fixedByLearner }.count
    let checks = reports.flatMap(\.checks)
    let seconds = Self.seconds(report.seconds)
    let runs = report.rounds.reduce(0) { $0 + $1.count }
    let counts = """
      \(Self.count(report.outcomes.count, "program")): \(Self.count(leaks, "leak")) still alive, \
      \(asExpected.count - leaks) freed\(mended > 0 ? ", \(mended) fixed by you" : ""), \(checks.filter(\.held).count) of \
      \(Self.count(checks.count, "check")) held
      """
    let repeats =
      report.rounds.count > 1
      ? """
      ; \(report.differing.count) of \(runs) runs in \(report.rounds.count) rounds differed
      """ : ""
    let judgement =
      report.isAsExpected
      ? "All as expected" : "\(report.differing.count) of \(runs) not as expected"
    return "\(counts)\(repeats). \(judgement), in \(seconds) s."
  }

  private static func count(_ count: Int, _ noun: String) -> String {
    "\(count) \(noun)\(count == 1 ? "" : "s")"
  }

  private static func seconds(_ seconds: Double) -> String {
    let hundredths = Int((seconds * 100).rounded())
    return "\(hundredths / 100)." + String(hundredths % 100 + 100).dropFirst()
  }
}

extension [Line] {
  fileprivate var withGapBefore: [Line] { isEmpty ? [] : [""] + self }
}
