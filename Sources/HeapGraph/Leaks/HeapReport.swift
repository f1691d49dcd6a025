/// What a reporter inside a program tells the lab about the program's heap.
public struct HeapReport: Sendable, Codable {
  /// What can be asked of a heap.
  public enum Question: Sendable, Hashable {
    /// What is never freed; with `census`, all living objects by type as well.
    case leaks(census: Bool)
    /// All living objects by type.
    case heap
    /// What holds each object of a type.
    case holders(type: String)
  }

  /// Objects of the type that was asked for which are held alike.
  public struct HeldAlike: Sendable, Codable {
    /// What holds one of them.
    public var holders: Holders
    /// How many there are.
    public var count: Int

    /// Makes a group.
    public init(holders: Holders, count: Int) {
      self.holders = holders
      self.count = count
    }
  }

  /// Why the report was made: `exit`, `_exit`, `asked`, or `signal` and its number.
  public var cause: String
  /// The Swift objects that live, leaked ones too.
  public var objects: Int
  /// How long it took to read the heap and to search it.
  public var seconds: Double
  /// What is never freed, if that was asked.
  public var findings: LeakFindings?
  /// All objects by type, if that was asked.
  public var census: [TypeTally]?
  /// What holds the objects of a type, if that was asked.
  public var held: [HeldAlike]?
  /// How many objects of that type there are.
  public var heldCount: Int?
  /// Why there is nothing else in this.
  public var failure: String?

  /// Makes a report.
  public init(
    cause: String, objects: Int = 0, seconds: Double = 0, findings: LeakFindings? = nil,
    census: [TypeTally]? = nil, held: [HeldAlike]? = nil, heldCount: Int? = nil,
    failure: String? = nil
  ) {
    self.cause = cause
    self.objects = objects
    self.seconds = seconds
    self.findings = findings
    self.census = census
    self.held = held
    self.heldCount = heldCount
    self.failure = failure
  }
}

extension HeapReport.Question: CustomStringConvertible {
  /// Reads a question as `description` writes it.
  public init?(_ text: String) {
    switch text {
    case "leaks": self = .leaks(census: false)
    case "leaks and census": self = .leaks(census: true)
    case "heap": self = .heap
    default:
      guard text.hasPrefix("holds ") else { return nil }
      self = .holders(type: String(text.dropFirst(6)))
    }
  }

  /// The question as a line of text.
  public var description: String {
    switch self {
    case .leaks(let census): census ? "leaks and census" : "leaks"
    case .heap: "heap"
    case .holders(let type): "holds \(type)"
    }
  }
}

extension HeapSnapshot {
  /// Answers a question.
  ///
  /// - Parameters:
  ///   - question: what is asked.
  ///   - cause: why the report is made.
  ///   - stackPointers: how deep stacks are, as far as that is known; first the reporting thread's.
  ///   - suspects: where an earlier report found lost tasks, if there was one: a task that a thread
  ///     was about to resume, with its address in a register alone, is not lost in both.
  /// - Returns: The answer.
  public func report(
    on question: HeapReport.Question, cause: String, stackPointers: [UInt] = [],
    suspects: Set<UInt>? = nil
  ) -> HeapReport {
    withHeap { heap in
      var report = HeapReport(cause: cause)
      report.objects = heap.graph.traits.count { $0.contains(.isCounted) }
      let search = LeakSearch(
        heap: heap, stackPointers: stackPointers,
        exitingStack: cause == "exit" ? stackPointers.first : nil, suspects: suspects)
      switch question {
      case .leaks(let census):
        report.findings = search.findings()
        if census { report.census = HeapCensus(heap: heap, catalog: search.catalog).tallies }
      case .heap:
        report.census = HeapCensus(heap: heap, catalog: search.catalog).tallies
      case .holders(let type):
        let held = HeldObjects(heap: heap, catalog: search.catalog, type: type)
        (report.held, report.heldCount) = (held.groups, held.count)
        if held.count == 0 {
          report.failure = DeclaredTypes(images: heap.images).objection(to: type)
        }
      }
      return report
    }
  }
}
