/// What lldb wrote on an unattended walk, cut down to what a reader wants.
struct DebugTranscript {
  /// What lldb says of its own doings, and not of the program.
  private static var housekeeping: [Regex<Substring>] {
    [
      #/^Process \d+ /#, #/^\* thread #/#, #/^Target \d+: /#, #/^\d+ breakpoints enabled/#,
      #/^\(lldb\) +(?:continue|breakpoint enable|process kill)/#, #/^\(\) \$R\d+ = /#,
    ]
  }

  private let walk: DebugWalk
  private let raw: [String]

  init(_ output: String, of walk: DebugWalk) {
    self.walk = walk
    // The program's own lines come through a terminal and end in CR LF, one Character in Swift.
    let lines = output.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map(String.init)
    let begin = lines.firstIndex { $0.hasPrefix("(lldb) run") } ?? 0
    let end =
      lines.firstIndex { $0.firstMatch(of: #/^Process \d+ exited/#) != nil } ?? lines.endIndex
    // After the end lldb finds nothing to look at; only the program's last lines may come late.
    let late = lines[end...].filter { line in
      !["(lldb)", "error:", "    frame #"].contains(where: line.hasPrefix)
    }
    var said = (lines[begin..<end].dropFirst() + late).filter { line in
      !Self.housekeeping.contains { line.firstMatch(of: $0) != nil }
        && !line.hasPrefix("(lldb) " + DebugScript.givingBack)
    }
    while said.last == "" { said.removeLast() }
    raw = said
  }

  /// The places where the walk stopped, in order.
  var stops: [DebugWalk.Stop] { raw.compactMap(stop) }

  /// Whether it came to a deinit.
  var sawDeinit: Bool { stops.contains { $0.place == .deinitRuns } }

  /// The program's own lines as they are, and at each stop what was asked and answered.
  var lines: [Line] {
    var counts = CountsOfTwo()
    return raw.flatMap { text -> [Line] in
      if let stop = stop(text) {
        return ["", Line("── \(walk.file):\(stop.line): \(stop.place.description) ──", .alive)]
      }
      let line = text.hasPrefix("(lldb) ") ? Line("  " + text, .strong) : Line(text)
      return [line] + (counts.sum(upTo: text).map { [Line("  = " + $0, .quiet)] } ?? [])
    }
  }

  /// The stop that a line tells of: a backtrace marks its frames otherwise.
  private func stop(_ line: String) -> DebugWalk.Stop? {
    guard let frame = line.firstMatch(of: #/^    frame #0: .*\.swift:(\d+)/#),
      let number = Int(frame.1)
    else { return nil }
    // lldb may move a breakpoint down to the next line that has code.
    return walk.stops.filter { $0.line <= number }.max { $0.line < $1.line }
  }
}

/// The two answers to how many hold an object, the library's and lldb's, made one.
private struct CountsOfTwo {
  private var library: Int?

  /// Reads one line; once both answers are there, says what they come to.
  ///
  /// The library's counts the question's own reference, lldb's that and one it does not give back
  /// (lldb of Swift 6.3.1).
  mutating func sum(upTo line: String) -> String? {
    if let answer = line.wholeMatch(of: #/\(UInt\) \$R\d+ = (\d+)/#) {
      library = Int(answer.1).map { $0 - 1 }
      return nil
    }
    guard let answer = line.firstMatch(of: #/^refcount data: \(strong = (\d+),/#),
      let lldb = Int(answer.1).map({ $0 - 2 }), let library
    else { return nil }
    self.library = nil
    return library == lldb
      ? "retain count \(lldb): the first answer counts the question, the second that and lldb"
      : "they differ: \(library) without the question, \(lldb) without it and lldb"
  }
}
