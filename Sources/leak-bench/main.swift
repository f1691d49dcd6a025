import Foundation

/// Measures `lab leaks` beside its peers: what it costs, and what each finds.

let words = CommandLine.arguments.dropFirst()
guard words.count < 2, let rings = Int(words.first ?? "250000"), rings > 0 else {
  FileHandle.standardError.write(Data("usage: leak-bench [RINGS]\n".utf8))
  exit(64)
}
LeakFigures.print(rings: rings)
