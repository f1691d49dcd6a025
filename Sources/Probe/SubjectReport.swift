import HeapGraph

/// What became of one watched object.
public struct SubjectReport: Equatable, Sendable {
  /// The object's type, as its author wrote it.
  public var type: String
  /// Whether it went, and when.
  public var verdict: Verdict
  /// How long after its owner let go it was gone; 0 if it is still alive.
  public var seconds: Double
  /// What holds it, read from the heap; of one that was freed late, what held it meanwhile.
  public var holders: Holders?
  /// Why there is nothing in `holders` though the object is still there: one sentence.
  public var noChain: String?

  /// The chains of references that hold it.
  public var chains: [OwnershipChain] { holders?.chains ?? [] }

  /// Makes a subject's report.
  public init(
    type: String, verdict: Verdict, seconds: Double = 0, holders: Holders? = nil,
    noChain: String? = nil
  ) {
    self.type = type
    self.verdict = verdict
    self.seconds = seconds
    self.holders = holders
    self.noChain = noChain
  }
}

extension SubjectReport {
  /// This report with what became of the object after something more had happened.
  func followed(by second: SubjectReport, after seconds: Double) -> SubjectReport {
    guard verdict.isLeak else { return self }
    guard !second.verdict.isLeak else { return second }
    var report = self
    report.verdict = .freedLate
    report.seconds = seconds
    return report
  }
}

extension SubjectReport: Codable {
  private enum Key: String, CodingKey { case type, verdict, seconds, chains, noChain, proof }

  /// Reads a subject's report.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      type: try values.decode(String.self, forKey: .type),
      verdict: try values.decode(Verdict.self, forKey: .verdict),
      seconds: try values.decode(Double.self, forKey: .seconds),
      holders: values.contains(.proof) ? try Holders(from: decoder) : nil,
      noChain: try values.decodeIfPresent(String.self, forKey: .noChain))
  }

  /// Writes a subject's report: what holds it stands beside the verdict, and `chains` always.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(type, forKey: .type)
    try values.encode(verdict, forKey: .verdict)
    try values.encode(seconds, forKey: .seconds)
    try values.encodeIfPresent(noChain, forKey: .noChain)
    if let holders {
      try holders.encode(to: encoder)
    } else {
      try values.encode([OwnershipChain](), forKey: .chains)
    }
  }
}
