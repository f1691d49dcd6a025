import Foundation

/// Measures `lab leaks` beside LeakSanitizer and Valgrind: on one large heap, by what it costs a
/// program that runs, and by what each finds in the specimens.
///
/// `leak-bench [RINGS]`, built for release together with `lab` and `specimens`.
enum LeakFigures {
  private static let lab = neighbour("lab")
  private static let specimens = neighbour("specimens")

  private static func neighbour(_ name: String) -> String {
    let own = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    return own.resolvingSymlinksInPath().deletingLastPathComponent()
      .appendingPathComponent(name).path
  }

  /// Prints all figures.
  static func print(rings: Int) {
    large(rings: rings)
    cost()
    score()
  }

  // MARK: - One large heap

  private static let main = """
    import Glibc
    final class A { var b: B?; var n = 0 }
    final class B { var c: C?; var n = 0 }
    final class C { var d: D?; var n = 0 }
    final class D { var a: A?; var n = 0 }
    @inline(never) func make(_ count: Int) {
      for i in 0..<count {
        let (a, b, c, d) = (A(), B(), C(), D())
        a.b = b; b.c = c; c.d = d; d.a = a; a.n = i
      }
    }
    @inline(never) func overwriteStack(_ depth: Int) -> Int {
      depth == 0 ? 0 : overwriteStack(depth - 1) &+ depth
    }
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    func peak() -> Int {
      var usage = rusage()
      getrusage(.init(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss
    }
    let start = now()
    make(Int(CommandLine.arguments[1]) ?? 0)
    let made = now() - start
    _ = overwriteStack(1000)
    if let symbol = dlsym(nil, "__lsan_do_recoverable_leak_check") {
      let check = unsafeBitCast(symbol, to: (@convention(c) () -> Int32).self)
      let before = now()
      _ = check()
      print(now() - before)
      fflush(nil)
      _exit(0)
    }
    print(made, peak())
    """

  private static func large(rings: Int) {
    guard let plain = Peer.compile(main: main, options: [], named: "rings") else {
      return say("No compiler: no figures.")
    }
    let arguments = [String(rings)]
    func figures(_ text: String) -> [Double] {
      text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    }
    // The best of some: others may use the machine as well.
    let bare = (0..<5).compactMap { _ in Peer.run(plain, arguments) }.map { figures($0.output) }
    var (seconds, making, peak) = ([Double](), [Double](), 0.0)
    for _ in 0..<5 {
      let file = FileManager.default.temporaryDirectory.appendingPathComponent("bench-leaks.json")
      guard
        let run = Peer.run(
          lab, ["leaks", "--json", "--output", file.path, "--", plain] + arguments),
        let data = try? Data(contentsOf: file),
        let report = try? JSONSerialization.jsonObject(with: data) as? [String: Any],
        let time = report["seconds"] as? Double
      else { return say("lab leaks gave no report.") }
      seconds.append(time)
      making.append(figures(run.output)[0])
      peak = figures(run.output)[1]
    }
    let own = seconds.min() ?? 0
    say(
      "\(rings) rings of 4: lab leaks \(text(own)) s, \(text(own * 1e9 / Double(rings * 4))) ns/object"
    )
    let (before, after) = (bare.map { $0[0] }.min() ?? 1, making.min() ?? 0)
    say(
      "making them: \(text(before)) s bare, \(text(after)) s watched, ratio \(text(after / before)); "
        + "memory ratio \(text(peak / (bare.map { $0[1] }.min() ?? 1)))")
    if let asan = Peer.compile(main: main, options: ["-sanitize=address"], named: "rings-asan") {
      let checks = (0..<5).compactMap { _ in
        Peer.run(asan, arguments).flatMap { figures($0.output).first }
      }
      if let check = checks.min() {
        say("LeakSanitizer's check: \(text(check)) s; lab leaks / check = \(text(own / check))")
      }
    } else {
      say("LeakSanitizer: not available here")
    }
    if let valgrind = Peer.find("valgrind"),
      let run = Peer.run(valgrind, ["--leak-check=full", "-q", plain] + arguments)
    {
      say("Valgrind's run: \(text(run.seconds)) s; lab leaks / run = \(text(own / run.seconds))")
    } else {
      say("Valgrind: not available here")
    }
  }

  // MARK: - A program that runs

  private static func cost() {
    guard let cost = try? ProgramCost(library: neighbour("CLeakPreload")) else {
      return say("No folder: no figures.")
    }
    if let program = Peer.compile(main: ProgramCost.pairs, options: [], named: "pairs"),
      let pair = cost.pair(in: program)
    {
      say(
        "malloc and free: \(text(pair.bare)) ns bare, \(text(pair.watched)) ns watched, "
          + "\(text(pair.watched - pair.bare)) ns more")
    }
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().path
    if let format = Peer.find("swift-format"), let run = cost.run([format, "lint", "-r", sources]) {
      say(
        "swift-format: \(text(run.bare)) s bare, \(text(run.watched)) s watched, "
          + "ratio \(text(run.watched / run.bare))")
    } else {
      say("swift-format: not available here")
    }
  }

  // MARK: - What each finds

  private struct Score {
    var (found, missed, clean, false_) = (0, 0, 0, 0)
    var crashed = 0

    mutating func note(leaks: Bool, says: Bool?) {
      switch (leaks, says) {
      case (_, nil): crashed += 1
      case (true, true?): found += 1
      case (true, false?): missed += 1
      case (false, false?): clean += 1
      case (false, true?): false_ += 1
      }
    }

    var line: String {
      "\(found) found, \(missed) missed; \(clean) clean, \(false_) false; \(crashed) crashed"
    }
  }

  private static func score() {
    guard let list = Peer.run(specimens, ["--list"])?.output else {
      return say("No specimens: swift build -c release --product specimens")
    }
    let names = list.split(separator: "\n").compactMap { $0.split(separator: "\t").first }
      .map(String.init)
    func score(_ tell: (_ name: String, _ half: String) -> Bool?) -> String {
      var score = Score()
      for name in names {
        for half in ["leak", "clean"] {
          score.note(leaks: half == "leak", says: tell(name, half))
        }
      }
      return score.line
    }
    say("\(names.count) shapes, each leaking and mended:")
    say(
      "  lab leaks      "
        + score { name, half in
          Peer.run(lab, ["leaks", "--output", "/dev/null", "--", specimens, name, half])
            .flatMap { $0.status > 1 ? nil : $0.status == 1 }
        })
    if let asan = compileSpecimens() {
      say(
        "  LeakSanitizer  "
          + score { name, half in
            Peer.run(asan, [name, half], environment: ["ASAN_OPTIONS": "exitcode=23"])
              .flatMap { $0.status == 23 ? true : $0.status == 0 ? false : nil }
          })
    }
    if let valgrind = Peer.find("valgrind") {
      let options = [
        "-q", "--leak-check=full", "--error-exitcode=23", "--undef-value-errors=no",
        "--errors-for-leak-kinds=definite", "--show-leak-kinds=definite",
      ]
      say(
        "  Valgrind       "
          + score { name, half in
            Peer.run(valgrind, options + [specimens, name, half])
              .flatMap { $0.status == 23 ? true : $0.status == 0 ? false : nil }
          })
    }
  }

  private static func compileSpecimens() -> String? {
    let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let folder = package.appendingPathComponent("Tests/Specimens")
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let sources = files.filter { $0.hasSuffix(".swift") }
      .map { folder.appendingPathComponent($0).path }
    let program = FileManager.default.temporaryDirectory
      .appendingPathComponent("specimens-asan-\(getpid())").path
    guard let compiler = Peer.find("swiftc") else { return nil }
    let words =
      ["-O", "-parse-as-library", "-swift-version", "6", "-sanitize=address"] + sources
      + ["-o", program]
    return Peer.run(compiler, words)?.status == 0 ? program : nil
  }

  private static func say(_ line: String) { Swift.print(line) }
  private static func text(_ number: Double) -> String { String(format: "%.3f", number) }
}
