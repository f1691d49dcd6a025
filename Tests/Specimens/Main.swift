import Foundation

/// `specimens NAME leak|clean` makes one heap and ends; `specimens --list` lists them, and
/// `specimens --end WAY` ends in some other way.
@main enum Main {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments == ["--list"] {
      for specimen in specimens {
        print(([specimen.name] + specimen.drawn).joined(separator: "\t"))
      }
      return
    }
    if arguments.count == 2, arguments.first == "--end", let way = arguments.last {
      Ending(rawValue: way)?.happen()
      return
    }
    guard arguments.count == 2, let name = arguments.first, let half = arguments.last,
      let specimen = specimens.first(where: { $0.name == name })
    else {
      FileHandle.standardError.write(Data("Usage: specimens NAME leak|clean, or --list\n".utf8))
      exit(64)
    }
    make(half == "leak" ? specimen.leak : specimen.clean)
    print("made")
  }

  /// A frame of its own, so that nothing of it is left when it returns.
  @inline(never) static func make(_ body: () -> Void) { body() }
}
