import Foundation
import Testing

@testable import LabKit

/// What practice reads and writes: saves seen, leaks brought back, hints counted.
struct PracticeFilesTests {
  private let helper = Catalog.pairs[8]

  /// A package of one leak, in an unpacked archive: no Git.
  private func withPackage(_ body: (ShippedLeaks, _ leak: URL, _ folder: URL) throws -> Void) throws
  {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("a package \(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let shipped = folder.appendingPathComponent("Sources/LabKit/Practice/Shipped")
    for path in [shipped, folder.appendingPathComponent("Leaks")] {
      try FileManager.default.createDirectory(at: path, withIntermediateDirectories: true)
    }
    try Data("as shipped\n".utf8).write(to: shipped.appendingPathComponent("Helper.swift.txt"))
    let leak = folder.appendingPathComponent("Leaks/Helper.swift")
    try Data("as shipped\n".utf8).write(to: leak)
    try body(
      ShippedLeaks(installation: Installation(programs: folder, package: folder)), leak, folder)
  }

  private func text(_ file: URL) throws -> String { try String(contentsOf: file, encoding: .utf8) }

  @Test func `reset keeps what was written, each time under a name of its own`() throws {
    try withPackage { leaks, leak, folder in
      #expect(try leaks.reset(helper) == ShippedLeaks.Reset(didChange: false, kept: nil))
      for (number, words) in [(1, "mine"), (2, "mine again")] {
        try Data(words.utf8).write(to: leak)
        let kept = folder.appendingPathComponent("Kept/Helper-\(number).swift")
        #expect(try leaks.reset(helper) == ShippedLeaks.Reset(didChange: true, kept: kept))
        #expect(try text(kept) == words)
        #expect(try text(leak) == "as shipped\n")
      }
      #expect(try text(folder.appendingPathComponent("Kept/Helper-1.swift")) == "mine")
      try FileManager.default.removeItem(at: leak)
      #expect(try leaks.reset(helper) == ShippedLeaks.Reset(didChange: true, kept: nil))
      #expect(try text(leak) == "as shipped\n")
    }
  }

  @Test func `a reset that can't keep what was written changes nothing`() throws {
    try withPackage { leaks, leak, folder in
      try Data("mine".utf8).write(to: leak)
      try Data().write(to: folder.appendingPathComponent("Kept"))  // where a folder should be
      #expect(throws: (any Error).self) { try leaks.reset(helper) }
      #expect(try text(leak) == "mine")
    }
  }

  @Test func `hints are counted up to the last, and begin again`() throws {
    try withPackage { leaks, _, _ in
      let shelf = HintShelf(leaks.installation)
      #expect((1...4).map { _ in shelf.takeNext(of: helper) } == [0, 1, 2, 2])
      #expect(shelf.takeNext(of: Catalog.pairs[0]) == 0)
      shelf.forget(helper)
      #expect(shelf.takeNext(of: helper) == 0)
    }
  }

  /// The ways in which editors save, the same bytes again among them.
  @Test(.timeLimit(.minutes(1)), arguments: [">", "mv", "touch", "rm"])
  func `a save is seen, however it is written`(way: String) async throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("saved \(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("first".utf8).write(to: file)
    let stamp = FileStamp(of: file)
    #expect(stamp != nil && FileStamp(of: file) == stamp)
    if way == "rm" { try FileManager.default.removeItem(at: file) }  // missing as it looks first
    let saved = Task { try await FileStamp.change(of: file, from: stamp) }
    switch way {
    case ">":
      let handle = try FileHandle(forWritingTo: file)
      try handle.truncate(atOffset: 0)
      try handle.write(contentsOf: Data("first".utf8))
      try handle.close()
    case "mv": try Data("first".utf8).write(to: file, options: .atomic)
    case "touch": #expect(utimes(file.path, nil) == 0)
    default:
      try Data("first".utf8).write(to: file)
    }
    try await saved.value
    #expect(FileStamp(of: file) != stamp)
  }
}
