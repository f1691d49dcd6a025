import Foundation
import HeapGraph

/// A program that makes objects, lets go of them, and tells whether they went.
///
/// Conform a `@main` type; the protocol brings the `main()`:
///
/// ```swift
/// @main struct Sighting: Experiment {
///   let expected = Verdict.freed
///   func run(_ trial: Trial) {
///     let lookout = Lookout()
///     trial.watch(lookout)
///     trial.ownerLetsGo("The lookout goes home.")
///   }
/// }
/// ```
///
/// The main is synchronous on purpose: it drives the main run loop, which an async main can't do
/// on Linux (`MainRunLoop`).
@MainActor
public protocol Experiment {
  /// Makes the experiment.
  init()

  /// The verdict that is expected of every watched object.
  var expected: Verdict { get }

  /// How long to wait before a verdict is final.
  var settling: Settling { get }

  /// Makes the objects, watches them, sees them work, and returns: that is the owner letting go.
  ///
  /// - Parameter trial: What to watch with.
  /// - Throws: Whatever kept the experiment from being made; the run then could not tell.
  func run(_ trial: Trial) throws
}

extension Experiment {
  /// The usual waiting rule.
  public var settling: Settling { Settling() }

  /// The program's name: its module's, with the hyphens that a module's name can't have.
  public static var name: String {
    String(reflecting: Self.self).prefix { $0 != "." }.replacingOccurrences(of: "_", with: "-")
  }

  /// Runs the experiment, prints what came of it, and exits.
  ///
  /// With `--json` standard output has one JSON object and nothing else, with
  /// `--addresses` the objects' addresses as well, with `--weak` who refers to a leaked object
  /// without holding it. The exit status is 0 if
  /// every object was freed, 1 if one is still alive, 2 if the run could not tell, 64 if an
  /// argument is not known.
  public static func main() {
    Self().performance.main(arguments: Array(CommandLine.arguments.dropFirst()))
  }

  private var performance: Performance {
    Performance(name: Self.name, expected: expected, settling: settling, run: run)
  }

  /// Runs the experiment and waits for what becomes of its objects.
  func perform(say: @escaping @Sendable (String) -> Void) -> ExperimentReport {
    performance.perform(say: say)
  }
}
