/// Where a debugger stops in one program, as its source says.
///
/// The marks are the ones a reader sees: the line under `// LEAK:` or `// FIX:`, the call of
/// `ownerLetsGo`, and each `logDeinit(self)`.
struct DebugWalk: Equatable {
  /// A place to stop.
  struct Stop: Equatable {
    enum Place: Equatable {
      case leakIsMade, leakIsMended, ownerLetsGo, deinitRuns
    }
    /// What happens there.
    var place: Place
    /// The line in the source, from 1.
    var line: Int
    /// Whether a property is declared there: then it is reached as its object is being made.
    var isDeclaration = false
  }

  /// The file's name, without its folder: so lldb knows it.
  let file: String
  let stops: [Stop]
  /// What the program watches, as its source names it: "board.times".
  let watched: [String]

  init(file: String, lines: [String]) {
    self.file = file
    stops =
      lines.enumerated().compactMap { index, line -> Stop? in
        let number = index + 1
        return if line.contains("// LEAK:") {
          Self.stop(.leakIsMade, after: lines[number...])
        } else if line.contains("// FIX:") {
          Self.stop(.leakIsMended, after: lines[number...])
        } else if line.contains(".ownerLetsGo(") {
          Stop(place: .ownerLetsGo, line: number)
        } else if line.contains("logDeinit(self)") {
          Stop(place: .deinitRuns, line: number)
        } else {
          nil
        }
      }.sorted { $0.place.order < $1.place.order }
    watched = lines.compactMap { line in
      line.firstMatch(of: /\btrial\.watch\((.+)\)/).map { String($0.1) }
    }
  }

  /// The stop at the first line of code below a mark.
  private static func stop(_ place: Stop.Place, after lines: ArraySlice<String>) -> Stop? {
    guard let index = lines.firstIndex(where: { $0.wholeMatch(of: /\s*\/\/.*/) == nil }) else {
      return nil
    }
    let isDeclaration = lines[index].firstMatch(of: /^\s*(weak\ |private\ )*(var|let)\ /) != nil
    return Stop(place: place, line: index + 1, isDeclaration: isDeclaration)
  }
}

extension DebugWalk.Stop.Place {
  /// The order in which a program comes to them.
  fileprivate var order: Int {
    switch self {
    case .leakIsMade, .leakIsMended: 0
    case .ownerLetsGo: 1
    case .deinitRuns: 2
    }
  }

  /// What happens there, for people.
  var description: String {
    switch self {
    case .leakIsMade: "the line that makes the leak"
    case .leakIsMended: "the line that mends it"
    case .ownerLetsGo: "the owner lets go"
    case .deinitRuns: "the check mark in the deinit"
    }
  }
}
