import Foundation
import Testing

@testable import LabKit

/// Practice as a learner meets it: at a terminal with a compiler that is quick, and with the real
/// one on all twelve leaks.
@Suite(.timeLimit(.minutes(15)))
struct PracticeProgramTests {
  private static let waiting = "Waiting for Leaks/Helper.swift to be saved; Ctrl-C ends."

  private func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

  /// A package whose compiler is a script, and whose leak is freed once its source says `weak`.
  private func packageWithoutCompiler(swift script: String = "exit 0") throws -> PracticePackage {
    let package = try PracticePackage(
      copying: ["Package.swift", "Leaks", "Fixes", "Sources/LabKit/Practice/Shipped"])
    try package.installLab(in: package.programs)
    try Data().write(to: package.folder.appendingPathComponent(".build/build.db"))
    try package.install(script, as: "swift")
    try package.install(
      """
      cd "$(dirname "$0")/../../../Leaks"
      if grep -q 'weak self' Helper.swift; then v=freed d='"Lookout"' s=0; else v='still alive' s=1; fi
      echo '{"name":"leak-helper","expected":"still alive","checks":[{"what":"it counts",\
      "held":true}],"subjects":[{"type":"Lookout","verdict":"'"$v"'","seconds":0,"chains":[]}],\
      "deinits":['"$d"']}'
      exit $s
      """, as: "leak-helper")
    return package
  }

  private func terminal(_ package: borrowing PracticePackage) throws -> Terminal {
    let path = "PATH=\(package.programs.path):/usr/bin:/bin"
    return try Terminal(
      package.lab("TERM=xterm", path, arguments: ["practice", "helper"]))
  }

  @Test func `each save shows its own run alone, however it is saved`() async throws {
    let package = try packageWithoutCompiler()
    let file = package.leak(Catalog.pairs[8])
    let leak = try text(file)
    let mended = leak.replacing("{ _ in self.", with: "{ [weak self] _ in self?.")
    let terminal = try terminal(package)
    let first = try #require(await terminal.wait(for: Self.waiting))
    #expect(first.contains("\u{1B}[H\u{1B}[2J") && first.contains("Lookout is still alive"))

    try Data(mended.utf8).write(to: file, options: .atomic)
    let second = try #require(await terminal.wait(for: Self.waiting))
    #expect(second.contains("\u{1B}[H\u{1B}[2J") && second.contains("✓ Fixed"))
    #expect(second.contains("Next: swift run lab practice stream"))

    terminal.resize(columns: 40)
    let handle = try FileHandle(forWritingTo: file)
    try handle.truncate(atOffset: 0)
    try handle.write(contentsOf: Data(leak.utf8))
    try handle.close()
    let third = try #require(await terminal.wait(for: Self.waiting))
    #expect(third.contains("Lookout is still alive"))

    #expect(utimes(file.path, nil) == 0)
    #expect(await terminal.wait(for: Self.waiting) != nil)
    terminal.type("\u{3}")
    #expect(await terminal.end().exit == .signal(SIGINT))
  }

  @Test func `an interrupt while a build runs leaves no child`() async throws {
    let package = try packageWithoutCompiler(
      swift: "sleep 600 & echo $! > \"$0.pid\"; echo $$ >> \"$0.pid\"; wait")
    let terminal = try terminal(package)
    let pids = package.programs.appendingPathComponent("swift.pid")
    func children() -> [pid_t] {
      ((try? text(pids)) ?? "").split(separator: "\n").compactMap { pid_t($0) }
    }
    #expect(await eventually { children().count == 2 })
    terminal.type("\u{3}")
    #expect(await terminal.end().exit == .signal(SIGINT))
    #expect(await eventually { children().allSatisfy { kill($0, 0) == -1 } })
  }

  @Test func `what can't be built says why`() async throws {
    let package = try packageWithoutCompiler(swift: "echo 'disk is full' >&2; exit 1")
    func practise(path: String) async throws -> ChildResult {
      try await package.run(
        package.lab("PATH=\(path)", arguments: ["practice", "helper", "--once"]))
    }
    let failed = try await practise(path: package.programs.path + ":/bin")
    #expect(failed.exit == .status(2))
    #expect(
      failed.errors.text == """
        lab: 'swift build --product leak-helper' failed with status 1, and not for an error in a \
        source:
          disk is full
        Try 'swift build' by itself until that works.

        """)
    let none = try await practise(path: "/nowhere")
    #expect(none.exit == .status(2))
    #expect(none.errors.text.hasPrefix("lab: There is no swift on PATH"))
  }

  /// Each pair's real fix, then ways of not mending it that the lab once took for a fix.
  @Test func `twelve fixes are fixed, and no cheat is`() async throws {
    let package = try PracticePackage(
      copying: ["Package.swift", "Sources", "Leaks", "Fixes", "Cards", "Tests"])
    let leaks = try Dictionary(
      uniqueKeysWithValues: Catalog.pairs.map { ($0, try text(package.leak($0))) })
    for pair in Catalog.pairs {
      let fix = try text(package.folder.appendingPathComponent("Fixes/\(pair.fileName)"))
      let mended = fix.replacing("= Verdict.freed", with: "= Verdict.stillAlive")
      try Data(mended.utf8).write(to: package.leak(pair))
    }
    // The first build makes the build folder in which the lab is then found.
    let programs = package.folder.appendingPathComponent(".build/debug")
    _ = try await package.run(["swift", "build", "--quiet", "--product", "leak-helper"])
    try package.installLab(in: programs)
    let lab = programs.appendingPathComponent("lab").path
    let mended = try await package.run([lab, "practice"])
    #expect(mended.output.text.hasSuffix("\nAll twelve are fixed.\n"), "\(mended)")
    #expect(mended.exit == .status(0))
    _ = try await package.run(["swift", "build", "--quiet", "--product", "fix-helper"])
    let table = try await package.run([lab, "run", "helper"])
    #expect(table.output.text.contains(" 9  helper            ✓ fixed by you "))
    #expect(
      table.output.text.contains("0 leaks still alive, 1 freed, 1 fixed by you, 4 of 4 checks"))
    #expect(table.exit == .status(0))

    for round in 0..<2 {
      for (pair, leak) in leaks {
        let cheat = try #require(Cheat.all[pair.name])[round]
        try Data(try #require(cheat.applied(to: leak), "\(pair) \(round)").utf8)
          .write(to: package.leak(pair))
      }
      let cheated = try await package.run([lab, "practice"])
      #expect(
        cheated.output.text.hasSuffix("0 of 12 are fixed. Next: swift run lab practice callback\n"),
        "round \(round): \(cheated.output.text)\(cheated.errors.text)")
    }
  }
}
