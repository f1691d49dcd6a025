/// What lldb wrote on an unattended walk, cut down to what a reader wants.
struct DebugTranscript {
  /// What lldb says of its own doings, and not of the program.
  private static var housekeeping: [Regex<Substring>] {
    [#/^Process \d+ /#, #/^\(lldb\)  breakpoint enable/#, #/^\d+ breakpoints enabled/#]
  }

  private let walk: DebugWalk
  private let raw: [String]

  init(_ output: String, of walk: DebugWalk) {
    self.walk = walk
    // The program's own lines come through a terminal and end in CR LF, one Character in Swift.
    let lines = output.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map(String.init)
    let begin = lines.firstIndex { $0.hasPrefix("(lldb) run") } ?? 0
    raw = lines[begin...].dropFirst().filter { line in
      !Self.housekeeping.contains { line.firstMatch(of: $0) != nil }
    }
  }

  /// The places where the walk stopped, in order.
  var stops: [DebugWalk.Stop] {
    raw.compactMap { line in
      guard line.contains("frame #0"),
        let number = line.firstMatch(of: /\.swift:(\d+)/).flatMap({ Int($0.1) })
      else { return nil }
      return stop(nearest: number)
    }.withoutRepeats
  }

  /// Whether it came to a deinit.
  var sawDeinit: Bool { stops.contains { $0.place == .deinitRuns } }

  /// The program's own lines as they are, and at each stop what was asked and answered.
  var lines: [Line] {
    var lines: [Line] = []
    var isFrameInfo = false
    for text in raw {
      if text.hasPrefix("(lldb)  frame info") {
        isFrameInfo = true
      } else if isFrameInfo {
        isFrameInfo = false
        lines += heading(text)
      } else if text.hasPrefix("(lldb)  ") {
        lines.append(Line("  (lldb) " + text.dropFirst(8), .strong))
      } else {
        lines.append(Line(text))
      }
    }
    return lines
  }

  private func heading(_ frame: String) -> [Line] {
    let number = frame.firstMatch(of: /\.swift:(\d+)/).flatMap { Int($0.1) }
    let what = number.flatMap(stop(nearest:))?.place.description ?? "a breakpoint"
    let place = number.map { "\(walk.file):\($0)" } ?? walk.file
    return ["", Line("── \(place): \(what) ──", .alive)]
  }

  /// lldb may move a breakpoint down to the next line that has code.
  private func stop(nearest line: Int) -> DebugWalk.Stop? {
    walk.stops.filter { $0.line <= line }.max { $0.line < $1.line }
  }
}

extension [DebugWalk.Stop] {
  /// A backtrace names the frame of its stop again.
  fileprivate var withoutRepeats: [DebugWalk.Stop] {
    reduce(into: []) { stops, stop in if stops.last != stop { stops.append(stop) } }
  }
}
