import Foundation
import Testing

@testable import LabKit

/// `lab leaks` over fifty shapes of ownership, each leaking and mended.
struct SpecimenTests {
  struct Specimen: CustomTestStringConvertible {
    var name: String
    var drawn: [String]

    var testDescription: String { name }
  }

  /// The specimens as the tests were built, or another build of them that SPECIMENS names.
  private static let program =
    ProcessInfo.processInfo.environment["SPECIMENS"]
    ?? BuiltPrograms.folder.appendingPathComponent("specimens").path

  /// What the corpus says of itself: a name and what its leak is drawn as, a line each.
  private static func specimens() async throws -> [Specimen] {
    let list = try await BuiltPrograms.run("specimens", ["--list"]).output.text
    return list.split(separator: "\n").map { line in
      let parts = line.split(separator: "\t").map(String.init)
      return Specimen(name: parts[0], drawn: Array(parts.dropFirst()))
    }
  }

  @Test func `what leaks is drawn exactly, what is mended is clean`() async throws {
    let specimens = try await Self.specimens()
    #expect(specimens.count >= 40)
    #expect(Set(specimens.map(\.name)).count == specimens.count)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for specimen in specimens {
        group.addTask {
          for half in ["leak", "clean"] {
            let (report, result) = try await LeaksCommandTests.report(
              on: [Self.program, specimen.name, half])
            let drawn = report.shapes + (report.lostTasks ?? []).map { "task \($0.function)" }
            let expected = half == "leak" ? specimen.drawn : []
            #expect(drawn.sorted() == expected.sorted(), "\(specimen.name), \(half)")
            #expect(report.ofLibraries?.count == 0, "\(specimen.name), \(half)")
            #expect(result.output.text == "made\n")
            #expect(result.exit == .status(half == "leak" ? 1 : 0), "\(specimen.name), \(half)")
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
