import Foundation

/// What being watched costs a program while it runs, without the report at its end.
///
/// The preloaded library is given a folder in which it finds no reporter, so that it does all that
/// it does before the end and then has nothing to do.
struct ProgramCost {
  private let watched: [String: String]

  /// Prepares to watch programs with a library.
  init(library: String) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("leak-bench-\(getpid())-folder")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    watched = ["LD_PRELOAD": library, "LAB_LEAKS": folder.path]
  }

  /// Nanoseconds for a pair of malloc and free in a program, bare and watched.
  func pair(in program: String) -> (bare: Double, watched: Double)? {
    best(of: 5, [program]) { Double($0.output.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }

  /// The processor seconds of a program, bare and watched.
  func run(_ words: [String]) -> (bare: Double, watched: Double)? {
    best(of: 15, words) { $0.processorSeconds }
  }

  /// The least of several runs each, in turn: others may use the machine as well.
  private func best(of count: Int, _ words: [String], _ figure: (Peer.Run) -> Double?)
    -> (bare: Double, watched: Double)?
  {
    var best = (bare: Double.infinity, watched: Double.infinity)
    for _ in 0..<count {
      guard let plain = Peer.run(words[0], Array(words.dropFirst())).flatMap(figure),
        let preloaded = Peer.run(words[0], Array(words.dropFirst()), environment: watched)
          .flatMap(figure)
      else { return nil }
      best = (min(best.bare, plain), min(best.watched, preloaded))
    }
    return best
  }

  /// Prints the nanoseconds for a pair of malloc and free, the least of many short rounds.
  static let pairs = """
    import Glibc
    typealias Allocate = @convention(c) (Int) -> UnsafeMutableRawPointer?
    typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void
    // Looked up by name, so that no compiler can leave the pair out.
    guard let first = dlsym(nil, "malloc"), let second = dlsym(nil, "free") else { exit(3) }
    let allocate = unsafeBitCast(first, to: Allocate.self)
    let release = unsafeBitCast(second, to: Release.self)
    func round(_ pairs: Int) -> Double {
      var (start, end) = (timespec(), timespec())
      clock_gettime(CLOCK_MONOTONIC, &start)
      for index in 0..<pairs { release(allocate(48 &+ (index & 15))) }
      clock_gettime(CLOCK_MONOTONIC, &end)
      let nanoseconds = (end.tv_sec - start.tv_sec) * 1_000_000_000 + end.tv_nsec - start.tv_nsec
      return Double(nanoseconds) / Double(pairs)
    }
    print((0..<1000).map { _ in round(10_000) }.min() ?? 0)
    """
}
