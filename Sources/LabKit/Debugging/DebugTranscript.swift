/// What lldb wrote on an unattended walk, cut down to what a reader wants.
struct DebugTranscript {
  /// What lldb says of its own doings, and not of the program.
  private static var housekeeping: [Regex<Substring>] {
    [
      #/^Process \d+ /#, #/^\* thread #/#, #/^Target \d+: /#, #/^\d+ breakpoints enabled/#,
      #/^\(lldb\) +(?:continue|breakpoint enable)/#,
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
    let late = lines[end...].filter { !$0.hasPrefix("(lldb)") && !$0.hasPrefix("error:") }
    var said = (lines[begin..<end].dropFirst() + late).filter { line in
      !Self.housekeeping.contains { line.firstMatch(of: $0) != nil }
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
    raw.flatMap { text -> [Line] in
      if let stop = stop(text) {
        ["", Line("── \(walk.file):\(stop.line): \(stop.place.description) ──", .alive)]
      } else if text.hasPrefix("(lldb) ") {
        [Line("  " + text, .strong)]
      } else {
        [Line(text)]
      }
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
