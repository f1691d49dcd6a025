import Foundation
import Probe
import Testing

@testable import LabKit

/// A leak where its heap can't be read, or is not as it is elsewhere.
struct DegradedTests {
  private func report(limitedTo kilobytes: Int) async throws -> ExperimentReport {
    let program = BuiltPrograms.folder.appendingPathComponent("leak-helper").path
    let result = try await BuiltPrograms.shell(
      "ulimit -v \(kilobytes) && exec '\(program)' --json")
    #expect(result.exit == .status(1))
    return try JSONDecoder().decode(ExperimentReport.self, from: Data(result.output.text.utf8))
  }

  @Test(arguments: [140_000, 180_000, 250_000, 350_000])
  func `with too little address space the verdict stands, and says why there is no chain`(
    kilobytes: Int
  ) async throws {
    let subjects = try await report(limitedTo: kilobytes).subjects
    #expect(subjects.map(\.verdict) == [.stillAlive])
    #expect(subjects[0].holders == nil)
    #expect(subjects[0].noChain?.hasSuffix("(`ulimit -v`).") == true)
  }

  @Test func `with enough of it the chain is there`() async throws {
    #expect(try await report(limitedTo: 2_000_000).subjects[0].holders?.proof == .ring)
  }
}
