import Foundation
import Testing

@testable import LabKit

/// The catalog, the manifest, the folders and the files agree.
struct CatalogTests {
  private let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private func lines(_ path: String) throws -> [String] {
    try String(contentsOf: package.appendingPathComponent(path), encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  @Test func `the manifest and both folders have the catalog's pairs, and no other`() throws {
    let manifest = try lines("Package.swift").joined(separator: "\n")
    let list = try #require(manifest.firstMatch(of: /let pairs = \[([^\]]*)\]/)).1
    #expect(list.matches(of: /"([^"]*)"/).map { String($0.1) } == Catalog.pairs.map(\.name))
    #expect(Catalog.pairs.map(\.number) == Array(1...12))
    for folder in ["Leaks", "Fixes"] {
      let files = try FileManager.default.contentsOfDirectory(
        atPath: package.appendingPathComponent(folder).path)
      #expect(Set(files) == Set(Catalog.pairs.map(\.fileName)))
    }
  }

  @Test(arguments: Catalog.programs)
  func `each file has its marks once, fits a page, and says what it expects`(
    program: Program
  ) throws {
    let lines = try lines(program.source)
    func count(_ text: String) -> Int { lines.filter { $0.contains(text) }.count }
    let isLeak = program.expected == .stillAlive
    #expect(count("// LEAK: ") == (isLeak ? 1 : 0))
    #expect(count("// FIX: ") == (isLeak || program == .control ? 0 : 1))
    #expect(count(".ownerLetsGo(") == 1)
    #expect(count("expected = Verdict.\(isLeak ? "stillAlive" : "freed")") == 1)
    #expect(count("/// Try: ") == 1)
    #expect(lines.filter { $0.count > 76 } == [])  // readable side by side at 160 columns
    let code = lines.filter { $0.wholeMatch(of: /\s*(\/\/.*)?/) == nil }
    #expect(code.count < 60)
    let walk = DebugWalk(file: "", lines: lines)
    #expect(!walk.watched.isEmpty)
    #expect(walk.stops.filter { $0.place == .deinitRuns }.count >= 1)
  }

  @Test(arguments: Catalog.pairs)
  func `a pair tells the same story in both halves`(pair: Pair) throws {
    func story(_ half: Half) throws -> [String] {
      let lines = try lines(Program.half(half, of: pair).source)
      let begin = try #require(lines.firstIndex { $0.contains("func run(") })
      let end = try #require(lines[begin...].firstIndex { $0 == "}" })
      return Array(lines[begin...end])
    }
    #expect(try story(.leak) == story(.fix))
  }
}
