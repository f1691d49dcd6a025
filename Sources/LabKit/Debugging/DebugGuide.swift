/// What a person is told before lldb takes over.
struct DebugGuide {
  let program: Program
  let walk: DebugWalk

  var lines: [Line] {
    let subject = walk.watched.first ?? "self"
    let commands = [
      ("frame variable \(subject.prefix { $0 != "." })", "what it holds, property by property"),
      ("p _getRetainCount(\(subject))", "how many hold it; one of them is the question's own"),
      ("bt", "who called"),
      ("continue", "on to the next stop"),
    ]
    let width = commands.map(\.0.count).max() ?? 0
    let intro = Line("lldb stops in \(program.name) at:", .strong)
    let stops = walk.stops.map { stop in
      Line("  \(walk.file):\(stop.line)  ") + Line(stop.place.description, .quiet)
    }
    let note =
      program.expected == .stillAlive
      ? ["  A leak never gets to its deinit."] : ["  A fix gets to its deinit."]
    return [intro] + stops + note.map { Line($0, .quiet) } + [
      "", Line("Worth typing there:", .strong),
    ]
      + commands.map { command, why in
        Line("  " + command).padded(to: width + 5) + Line(why, .quiet)
      }
      + [
        "",
        Line("'language swift refcount \(subject)' tells weak and unowned counts as well, but it"),
        Line("keeps what it was asked about, so that a fix is not freed. To give it back:"),
        Line("  p Unmanaged.passUnretained(\(subject)).release()"),
        "",
      ]
  }
}
