#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the ledger of live blocks costs a program that takes no snapshot.
enum Ledger {
  /// The child's part: nanoseconds for a pair of malloc and free, after a warm-up.
  static func printPairs() {
    let pairs = 10_000_000
    // Looked up by name, so that no compiler can leave the pair out.
    typealias Allocate = @convention(c) (Int) -> UnsafeMutableRawPointer?
    typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void
    guard let first = dlsym(nil, "malloc"), let second = dlsym(nil, "free") else { return }
    let allocate = unsafeBitCast(first, to: Allocate.self)
    let release = unsafeBitCast(second, to: Release.self)
    func loop() -> Double {
      seconds {
        for index in 0..<pairs { release(allocate(48 &+ (index & 15))) }
      }
    }
    _ = loop()
    print(loop() / Double(pairs) * 1e9)
  }

  /// A pair in a program without the ledger and with it.
  static func printPairCost() throws(Child.Failure) {
    let program = try Peers.compile(pairsMain, named: "pairs")
    var (without, with): ([Double], [Double]) = ([], [])
    for _ in 0..<7 {
      without.append(try Child.run([program]).figures(1)[0])
      with.append(try Child.run([CommandLine.arguments[0], "--pairs"]).figures(1)[0])
    }
    print("malloc and free: \(without.median.text) ns a pair, with the ledger", terminator: " ")
    print("\(with.median.text) ns: \((with.median - without.median).text) ns more")
  }

  /// A real program, as it is and with the ledger loaded before it, in turn.
  static func printFormatCost() throws(Child.Failure) {
    let (format, clang) = (try Tool.need("swift-format"), try Tool.need("clang"))
    let sources = String(#filePath.dropLast("/bench/Ledger.swift".count))
    let library = Scratch.path(for: "ledger.so")
    _ = try Child.run([
      clang, "-O2", "-shared", "-fPIC", "-D_GNU_SOURCE", "-I", "\(sources)/CHeapLedger/include",
      "\(sources)/CHeapLedger/CHeapLedger.c", "-o", library,
    ])
    let words = [format, "lint", "-r", sources]
    var ratios: [Double] = []
    var (without, with): ([Double], [Double]) = ([], [])
    for _ in 0..<11 {
      let plain = try Child.run(words).processorSeconds
      let loaded = try Child.run(words, environment: ["LD_PRELOAD=\(library)"]).processorSeconds
      without.append(plain)
      with.append(loaded)
      ratios.append(loaded / plain)
    }
    print(
      "swift-format: \(with.median.text) s with the ledger / \(without.median.text) s =",
      terminator: " ")
    print(
      "\((with.median / without.median).text); median of the pairs' ratios \(ratios.median.text)")
  }

  private static let pairsMain = """
    import Glibc
    let pairs = 10_000_000
    typealias Allocate = @convention(c) (Int) -> UnsafeMutableRawPointer?
    typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void
    guard let first = dlsym(nil, "malloc"), let second = dlsym(nil, "free") else { exit(3) }
    let allocate = unsafeBitCast(first, to: Allocate.self)
    let release = unsafeBitCast(second, to: Release.self)
    func loop() -> Double {
      let start = ContinuousClock.now
      for index in 0..<pairs { release(allocate(48 &+ (index & 15))) }
      return (ContinuousClock.now - start) / .seconds(1)
    }
    _ = loop()
    print(loop() / Double(pairs) * 1e9)
    """
}
