import HeapGraph
import Probe

/// What holds the objects of one program, in the form that was asked for.
struct WhyReport {
  /// The forms in which chains are shown.
  enum Form: Equatable {
    /// A drawing for people.
    case drawing
    /// The program's report, as it wrote it.
    case json
    /// A flowchart that a pull request shows as a picture.
    case mermaid
    /// A graph for Graphviz.
    case dot
  }

  let program: Program
  let report: ExperimentReport
  let showsAddresses: Bool
  let width: Int

  /// The drawing, subject by subject; what was freed says so.
  var lines: [Line] {
    var lines = report.subjects.flatMap { subject -> [Line] in
      guard let holders = subject.holders else { return [Self.line(subject), ""] }
      return HoldersText(holders, showsAddresses: showsAddresses, width: width).lines + [""]
    }
    if lines.last?.text == "" { lines.removeLast() }
    return lines
  }

  private static func line(_ subject: SubjectReport) -> Line {
    switch subject.verdict {
    case .freed: Line("✓ \(subject.type) was freed: nothing holds it.", .good)
    case .freedLate: Line("◐ \(subject.type) was freed late: nothing holds it any more.", .good)
    case .stillAlive, .destroyedButReferenced:
      Line(
        "● \(subject.type) is \(subject.verdict.rawValue). \(subject.noChain ?? "No chain was found.")",
        .alive)
    }
  }

  /// All chains of all subjects as one graph.
  func graph(_ form: Form) -> String {
    let chains = report.subjects.flatMap(\.chains)
    return form == .dot ? ChainGraphText.dot(for: chains) : ChainGraphText.mermaid(for: chains)
  }
}
