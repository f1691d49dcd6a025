import Foundation
import Testing

@testable import LabKit

/// The lab itself as a process: streams, status, signals, places.
struct LabProgramTests {
  @Test func `standard output has the JSON object and nothing else`() async throws {
    let result = try await BuiltPrograms.run("lab", ["run", "helper", "control", "--json"])
    let object = try #require(
      JSONSerialization.jsonObject(with: result.output.beginning) as? [String: Any])
    #expect(
      Set(object.keys)
        == ["version", "control", "pairs", "asExpected", "seconds", "rounds", "differing"])
    #expect(object["version"] as? Int == 1)
    #expect(object["asExpected"] as? Bool == true)
    let pair = try #require((object["pairs"] as? [[String: Any]])?.first)
    #expect(pair["number"] as? Int == 9)
    let leak = try #require(pair["leak"] as? [String: Any])
    #expect(leak["exit"] as? [String: Int] == ["status": 1])
    #expect(leak["name"] as? String == "leak-helper")
    #expect(result.errors.text == "")
    #expect(result.exit == .status(0))
  }

  @Test func `wrong usage is told on standard error, with status 64`() async throws {
    let result = try await BuiltPrograms.run("lab", ["run", "tmier"])
    #expect(result.exit == .status(64))
    #expect(result.output.text == "")
    #expect(
      result.errors.text
        == "lab: There is nothing named 'tmier'. Nearest: timer. 'lab list' lists them all.\n")
  }

  @Test func `a copied build folder works from anywhere, and says what it can't do`() async throws {
    let names = ["lab", "leak-rows", "fix-rows"]
    let copies = Dictionary(uniqueKeysWithValues: names.map { ($0, $0) })
    try await BuiltPrograms.withCopies(of: copies) { folder in
      let lab = folder.appendingPathComponent("lab")
      let run = try await BuiltPrograms.shell("cd / && \"$LAB\" run rows", lab: lab)
      #expect(run.exit == .status(0))
      let diff = try await BuiltPrograms.shell("cd / && \"$LAB\" diff rows", lab: lab)
      #expect(diff.exit == .status(2))
      #expect(diff.errors.text.hasPrefix("lab: The sources were not found: the package's folder"))
      let missing = try await BuiltPrograms.shell("\"$LAB\" run timer", lab: lab)
      #expect(missing.exit == .status(2))
      #expect(missing.output.text.contains("✗ leak-timer: not built: there is no "))
    }
  }

  @Test func `a reader that goes away ends nothing badly`() async throws {
    let head = try await BuiltPrograms.shell("\"$LAB\" list | head -1")
    #expect(head.output.text == " 1  callback          a screen's closure in its own model\n")
    #expect(head.errors.text == "")
    let closed = try await BuiltPrograms.shell("\"$LAB\" list >&-")
    #expect(closed.exit == .status(2))
  }

  @Test(arguments: ["NO_COLOR=1", "TERM=dumb", "TERM=", "COLUMNS=40", "COLUMNS=none", "LC_ALL=C"])
  func `no terminal, or a poor one, gets plain text`(setting: String) async throws {
    let result = try await BuiltPrograms.shell("\(setting) \"$LAB\" run rows")
    #expect(result.exit == .status(0))
    #expect(!result.output.text.contains("\u{1B}"))
    #expect(result.errors.text == "")
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `an interrupted lab takes its children with it`(signal: Int32) async throws {
    let hang = "echo $$ > \"$0.pid\"; trap '' INT TERM HUP; while :; do sleep 0.05; done"
    let scripts = ["leak-rows": hang, "fix-rows": hang]
    try await BuiltPrograms.withCopies(of: ["lab": "lab"], scripts: scripts) { folder in
      func pid(_ name: String) -> pid_t? {
        let file = folder.appendingPathComponent("\(name).pid")
        return (try? String(contentsOf: file, encoding: .utf8))
          .flatMap { pid_t($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
      }
      // The lab's own deadline is not to come first.
      let lab = ChildProcess(
        executable: folder.appendingPathComponent("lab"),
        arguments: ["run", "rows", "--timeout", "600"], timeout: 300)
      let children = Children()
      async let result = lab.run(among: children)
      #expect(await eventually { pid("leak-rows") != nil && pid("fix-rows") != nil })
      children.signalAll(signal)
      #expect(try await result.exit == .signal(signal))
      for name in scripts.keys {
        let child = try #require(pid(name))
        #expect(await eventually { kill(child, 0) == -1 && errno == ESRCH })
      }
    }
  }
}
