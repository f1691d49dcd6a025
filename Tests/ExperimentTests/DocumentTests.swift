import Foundation
import Testing

@testable import LabKit

/// What README.md and StartHere.md say is what happens.
struct DocumentTests {
  /// One command of a console block, and the output shown below it.
  struct Sample: CustomTestStringConvertible {
    var document: String
    var command: String
    var output: [String]

    /// What the reader of the document types, after the quiz's prompt.
    var answers: [String] { output.filter { $0.hasPrefix("> ") }.map { String($0.dropFirst(2)) } }

    var testDescription: String { "\(document): \(command)" }
  }

  static let documents = ["README.md", "StartHere.md"]
  static let package = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  static func text(_ document: String) -> String {
    (try? String(contentsOf: package.appendingPathComponent(document), encoding: .utf8)) ?? ""
  }

  static var samples: [Sample] {
    documents.flatMap { document in
      text(document).matches(of: /```console\n((?:.|\n)*?)```/).flatMap { block in
        var samples: [Sample] = []
        for line in block.1.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
          if line.hasPrefix("$ ") {
            samples.append(
              Sample(document: document, command: String(line.dropFirst(2)), output: []))
          } else if !samples.isEmpty {
            samples[samples.count - 1].output.append(String(line))
          }
        }
        return samples
      }
    }
  }

  /// Whether lines are as shown, where a line of `…` stands for any lines at all.
  private func matches(_ lines: ArraySlice<String>, _ shown: ArraySlice<String>) -> Bool {
    guard let first = shown.first else { return lines.isEmpty }
    if first == "…" {
      return (lines.startIndex...lines.endIndex).contains { start in
        matches(lines[start...], shown.dropFirst())
      }
    }
    return lines.first == first && matches(lines.dropFirst(), shown.dropFirst())
  }

  private func lines(_ text: String) -> ArraySlice<String> {
    let timeless = text.replacing(/\d+\.\d\d s/, with: "0.00 s")
    return timeless.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .map(String.init)[...]
  }

  @Test(arguments: samples)
  func `a command in the documents does what they show`(sample: Sample) async throws {
    if sample.command == "swift test" { return }  // the one that runs this
    let words = sample.command.split(separator: " ").map(String.init)
    try #require(words.count >= 3 && words[0...1] == ["swift", "run"])
    if words.contains("debug") { try await BuiltPrograms.requireDebugger() }
    let arguments = words.dropFirst(3).map { word in
      let folder = ".build/debug/"
      guard word.hasPrefix(folder) else { return word }
      return BuiltPrograms.folder.appendingPathComponent(String(word.dropFirst(folder.count))).path
    }
    let result = try await BuiltPrograms.run(words[2], arguments, answers: sample.answers)
    let finds =
      words[2].hasPrefix("leak-") || words[3...].first == "leaks" || words.contains("holds")
    #expect(result.exit == .status(finds ? 1 : 0))
    if sample.output.isEmpty { return }
    // A report on another program stands on standard error, behind what that program said.
    var output = lines(result.output.text + (arguments.contains("--") ? result.errors.text : ""))
    if output.last == "" { output.removeLast() }
    #expect(
      matches(output, lines(sample.output.joined(separator: "\n"))),
      "\(output.joined(separator: "\n"))")
  }

  @Test func `README's two commands are the ones that CI runs`() throws {
    let commands = Self.samples.filter { $0.document == "README.md" }.map(\.command)
    let script = Self.text(".ci/run").split(separator: "\n").map(String.init)
    for command in ["swift run lab", "swift test"] {
      #expect(commands.contains(command) && script.contains(command))
    }
  }

  @Test func `the test to copy is one that passes here`() throws {
    let example = Self.text("Tests/ExperimentTests/OwnTestExample.swift")
    #expect(Self.text("StartHere.md").contains("```swift\n\(example)```"))
  }

  @Test func `code that StartHere quotes stands in the file`() throws {
    let quoted = try #require(
      Self.text("StartHere.md").firstMatch(of: /```swift\n(    \/\/ LEAK(?:.|\n)*?)```/)
    ).1
    #expect(Self.text("Leaks/Helper.swift").contains(quoted))
  }

  /// What a document's headings are called in links: small letters, hyphens for blanks.
  private static func anchors(_ document: String) -> [String] {
    text(document).split(separator: "\n").filter { $0.hasPrefix("#") }.map { heading in
      heading.drop { $0 == "#" || $0 == " " }.lowercased().replacing(" ", with: "-")
        .filter { $0.isLetter || $0.isNumber || $0 == "-" }
    }
  }

  @Test func `README counts the cards`() {
    #expect(Self.text("README.md").contains("\(Catalog.cards.count) trick questions"))
  }

  @Test func `every file that the documents link to is there`() throws {
    for document in Self.documents {
      for link in Self.text(document).matches(of: /\]\(([^)#:]+)(#[^)]*)?\)/) {
        let path = Self.package.appendingPathComponent(String(link.1)).path
        #expect(FileManager.default.fileExists(atPath: path), "\(document): \(link.1)")
        if let anchor = link.2?.dropFirst() {
          #expect(Self.anchors(String(link.1)).contains(String(anchor)), "\(document): #\(anchor)")
        }
      }
    }
  }
}
