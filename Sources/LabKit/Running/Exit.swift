/// How a child process ended.
public enum Exit: Equatable, Sendable {
  /// It ended by itself, with this status.
  case status(Int32)
  /// A signal that it did not handle ended it.
  case signal(Int32)
  /// It was ended after this many seconds, its deadline.
  case timedOut(Double)
}

extension Exit: Codable {
  private enum Key: String, CodingKey { case status, signal, timedOut }

  /// Reads `{"status": 0}`, `{"signal": 6}` or `{"timedOut": 10}`.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    if let status = try values.decodeIfPresent(Int32.self, forKey: .status) {
      self = .status(status)
    } else if let signal = try values.decodeIfPresent(Int32.self, forKey: .signal) {
      self = .signal(signal)
    } else {
      self = .timedOut(try values.decode(Double.self, forKey: .timedOut))
    }
  }

  /// Writes `{"status": 0}`, `{"signal": 6}` or `{"timedOut": 10}`.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .status(let status): try values.encode(status, forKey: .status)
    case .signal(let signal): try values.encode(signal, forKey: .signal)
    case .timedOut(let seconds): try values.encode(seconds, forKey: .timedOut)
    }
  }
}
