import Foundation
import HeapGraph
import Testing

@testable import Probe

/// A report as people and as programs read it.
struct ReportTests {
  private func text(_ report: ExperimentReport) -> String {
    ReportText(report).lines.joined(separator: "\n")
  }

  @Test func `a leak tells what to type next`() {
    let report = ExperimentReport(
      name: "leak-parent-child", expected: .stillAlive,
      subjects: [
        SubjectReport(type: "Fleet", verdict: .stillAlive),
        SubjectReport(type: "Boat", verdict: .freedLate, seconds: 1.054),
      ])
    #expect(
      text(report) == """

        ● Fleet is still alive: its owner let go, and its deinit has not run.
        ◐ Boat was freed late, 1.05 s after its owner let go.

        Next:
          swift run fix-parent-child         the same program, mended
          swift run lab diff parent-child    what the fix changes
          swift run lab why parent-child     what holds it, as text or as a picture
          swift run lab debug parent-child   step through it in lldb
        """)
  }

  @Test func `a fix tells the way back`() {
    let report = ExperimentReport(
      name: "fix-rows", expected: .freed, subjects: [SubjectReport(type: "List", verdict: .freed)])
    #expect(
      text(report) == """

        ✓ List was freed as soon as its owner let go.

        Next:
          swift run leak-rows            the same program with its leak
          swift run lab diff rows        what the fix changes
          swift run lab debug fix-rows   step through it in lldb
        """)
  }

  @Test func `a check that did not hold makes the verdict worthless`() {
    let report = ExperimentReport(
      name: "mine", expected: .freed, subjects: [SubjectReport(type: "List", verdict: .freed)],
      checks: [Check(what: "the tap was heard", held: false)])
    #expect(
      text(report) == """

        ✓ List was freed as soon as its owner let go.
        ? Could not tell: it was never seen that the tap was heard.
        """)
  }

  @Test func `what could not be told is all that is told`() {
    let report = ExperimentReport(name: "mine", expected: .freed, failure: "Nothing was watched.")
    #expect(text(report) == "\n? Could not tell. Nothing was watched.")
  }

  @Test func `a drawing stands below its verdict, and a missing one says why`() {
    let (model, camera) = (ChainObject(name: "Model"), ChainObject(name: "Camera"))
    let holders = Holders(
      object: model, retainCount: 1, proof: .ring,
      chains: [
        OwnershipChain(
          kind: .ring,
          links: [
            ChainLink(from: model, label: "camera", to: camera),
            ChainLink(from: camera, label: "owner", to: model),
          ])
      ])
    let reason = "There is no chain because a sanitizer owns malloc in this build."
    let report = ExperimentReport(
      name: "mine", expected: .stillAlive,
      subjects: [
        SubjectReport(type: "Model", verdict: .stillAlive, holders: holders),
        SubjectReport(type: "Other", verdict: .stillAlive, noChain: reason),
        SubjectReport(type: "Third", verdict: .stillAlive, noChain: reason),
      ])
    #expect(
      text(report) == """

        ● Model is still alive · retain count 1

          Model
          └─ camera    Camera
             └─ owner     Model   ↩ back where it began

          All of its owners are in this ring: it is never freed.
        ● Other is still alive: its owner let go, and its deinit has not run.
        ● Third is still alive: its owner let go, and its deinit has not run.
        There is no chain because a sanitizer owns malloc in this build.
        """)
  }

  @Test(arguments: [
    SnapshotError.unsupportedPlatform, .sanitizerBuild, .otherAllocator, .ledgerIncomplete,
    .notEnoughAddressSpace, .cannotFreeze(errno: 12), .cannotReadMemory,
  ])
  func `where the heap can't be read the verdicts stand, and one line says why`(
    error: SnapshotError
  ) throws {
    final class Kept {}
    let kept = Kept()
    let objects = [WatchedObject(kept), WatchedObject(Kept()), WatchedObject(kept)]
    var inquest = Inquest(
      Settling(look: 0, prompt: 1, grace: 2),
      witness: HeapWitness { () throws(SnapshotError) in throw error })
    let turns = (1...9).first { _ in inquest.isClosed(after: objects) }
    #expect(turns == 3)
    let report = ExperimentReport(
      name: "mine", expected: .freed, subjects: inquest.reports(on: objects))
    #expect(
      text(report) == """

        ● Kept is still alive: its owner let go, and its deinit has not run.
        ✓ Kept was freed as soon as its owner let go.
        ● Kept is still alive: its owner let go, and its deinit has not run.
        \(error.description)
        """)
    withExtendedLifetime(kept) {}
  }

  @Test func `the JSON of the design page reads and writes as it stands`() throws {
    let json = """
      {"checks":[{"held":true,"what":"the camera counts"}],"deinits":["BirdCamera"],\
      "expected":"still alive","name":"leak-helper","subjects":[{"chains":[{"kind":"ring",\
      "links":[{"exact":true,"from":"Model","label":"camera","strength":"strong",\
      "to":"BirdCamera"}],"root":null},{"kind":"root","links":[],"root":{"kind":"task",\
      "name":"closure #1 in Patrol.start()"}}],"object":"Model","omitted":0,\
      "proof":{"kind":"ring"},"retainCount":1,"seconds":0,"type":"Model",\
      "verdict":"still alive"}]}
      """
    let report = try JSONDecoder().decode(ExperimentReport.self, from: Data(json.utf8))
    #expect(report.subjects[0].chains[1].root?.name == "closure #1 in Patrol.start()")
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    #expect(String(decoding: try encoder.encode(report), as: UTF8.self) == json)
  }

  @Test func `a field that a later version adds does no harm`() throws {
    let json = """
      {"checks":[],"deinits":[],"expected":"freed","name":"x","subjects":[],"colour":"blue"}
      """
    #expect(
      try JSONDecoder().decode(ExperimentReport.self, from: Data(json.utf8))
        == ExperimentReport(name: "x", expected: .freed))
  }
}
