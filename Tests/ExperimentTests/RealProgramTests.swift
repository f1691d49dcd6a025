import Foundation
import Testing

@testable import LabKit

/// Programs of the toolchain's and of the system's, with `lab leaks` and without.
struct RealProgramTests {
  /// A line of shell, and whether there is Swift in what it runs.
  static let lines: [(line: String, isSwift: Bool)] = [
    ("swift-format lint --strict Package.swift", true),
    ("swift-format Sources/lab/Main.swift", true),
    ("printf '{\"a\": [1, {\"b\": \"c\"}]}' | plutil -p -", true),
    ("docc --help", true),
    ("swift-demangle '$s4main1AVMa'", true),
    ("swift-help", true),
    ("swift --version", true),
    ("swiftc -typecheck Sources/Stage/State.swift", true),
    ("swift-package --scratch-path \"$(mktemp -d)\" describe", true),
    ("wasmkit --version", true),
    ("sourcekit-lsp --help", true),
    ("swift-build --no-such-option", true),
    ("python3 -c 'print(sum(range(10)))'", false),
    ("git log --oneline -1 HEAD", false),
    ("bash -c 'ls / | wc -l; echo $((1 + 2)); (exit 3)'", false),
    ("bash -c 'env | grep -c LD_PRELOAD; exec git --version'", false),
  ]

  @Test(arguments: lines)
  func `a program does the same under lab leaks, and leaks nothing`(line: String, isSwift: Bool)
    async throws
  {
    let name = line.split(separator: " ").first { !$0.hasPrefix("'") && !$0.hasPrefix("printf") }
    let program = line.contains("| plutil") ? "plutil" : String(name ?? "")
    let folder = DocumentTests.package.path
    let found = try await BuiltPrograms.shell("command -v \(program)")
    if found.exit != .status(0) { try Test.cancel("There is no \(program) here.") }

    let bare = try await BuiltPrograms.shell("cd '\(folder)' && \(line)")
    let report = FileManager.default.temporaryDirectory
      .appendingPathComponent("report \(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: report) }
    let lab = "\"$LAB\" leaks --json --output '\(report.path)' -- "
    let watched = try await BuiltPrograms.shell(
      "cd '\(folder)' && " + line.replacing(program, with: lab + program, maxReplacements: 1))
    let said = try JSONDecoder().decode(
      LeaksCommandTests.Report.self, from: try Data(contentsOf: report))

    #expect(watched.output.text == bare.output.text)
    #expect(watched.errors.text == bare.errors.text)
    #expect(said.exit == bare.exit)
    #expect(said.leaked?.objects == (isSwift ? 0 : nil))
    #expect(watched.exit == .status(isSwift ? 0 : 2))
    if !isSwift { #expect(said.failure?.hasPrefix("there is no Swift in /") == true) }
  }
}
