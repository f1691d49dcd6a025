import Foundation

@testable import LabKit

/// A folder of programs that misbehave, each a shell script under a real program's name.
///
/// The folder's name has a space in it, as people's folders do.
struct FakePrograms: ~Copyable {
  let folder: URL

  init(_ scripts: [String: String]) throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("fake programs \(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // A process started meanwhile would hold a script open for writing: "text file busy".
    try Spawn.lock.withLock { _ in
      for (name, script) in scripts {
        let file = folder.appendingPathComponent(name)
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
      }
    }
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Runs the programs that those names stand for.
  func run(_ names: String..., timeout: Double = 20) async -> [Outcome] {
    let runner = LabRunner(
      installation: Installation(programs: folder, package: nil), children: Children(),
      timeout: timeout)
    return await runner.run(names.flatMap { Catalog.programs(named: $0) ?? [] })
  }
}

/// A report as an experiment prints it.
func reportJSON(
  _ name: String, _ verdict: String = "freed", expected: String = "freed", held: Bool = true
) -> String {
  """
  {"name":"\(name)","expected":"\(expected)","subjects":[{"type":"Boat","verdict":"\(verdict)",\
  "seconds":0,"chains":[]}],"checks":[{"what":"it floats","held":\(held)}],"deinits":[]}
  """
}
