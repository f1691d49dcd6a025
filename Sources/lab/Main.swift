import Foundation
import LabKit

/// Reads the command line, lets LabKit do it, and exits.
@main
struct Main {
  static func main() async {
    do {
      let command = try CommandParser.parse(Array(CommandLine.arguments.dropFirst()))
      let executable = Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
      exit(await Lab(Installation(beside: executable)).perform(command))
    } catch {
      Console().complain("lab: \(error)")
      exit(64)
    }
  }
}
