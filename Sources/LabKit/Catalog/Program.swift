import Probe

/// A program the lab can run.
public enum Program: Hashable, Sendable, CustomStringConvertible {
  /// The screen that names its model everywhere and leaks nothing.
  case control
  /// A leak or its fix.
  case half(Half, of: Pair)

  /// The executable's name: "leak-timer".
  public var name: String {
    switch self {
    case .control: "control"
    case .half(let half, of: let pair): "\(half.rawValue)-\(pair.name)"
    }
  }

  /// Its name.
  public var description: String { name }

  /// What must become of every object it watches.
  public var expected: Verdict {
    switch self {
    case .half(.leak, of: _): .stillAlive
    case .control, .half(.fix, of: _): .freed
    }
  }

  /// Its source, below the package's folder.
  var source: String {
    switch self {
    case .control: "Sources/control/Control.swift"
    case .half(let half, of: let pair): "\(half.folder)/\(pair.fileName)"
    }
  }
}
