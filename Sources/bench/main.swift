#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Measures snapshots, and the ledger that they need, against what there is to compare with.
///
/// All in one run and as ratios, since a machine's speed changes from one run to the next. Built
/// for release, or the figures mean nothing. A peer that is not there is said to be missing; a
/// program that fails is said to have failed, and why.

func fail(_ text: String, status: Int32) -> Never {
  let line = text + "\n"
  _ = write(2, line, line.utf8.count)
  exit(status)
}

var hasFailed = false

/// Runs one part of the report; a part that fails says so, and the next goes on.
@MainActor func part(_ name: String, _ body: () throws(Child.Failure) -> Void) {
  do { try body() } catch {
    print("\(name): \(error.description)")
    hasFailed = hasFailed || !error.description.hasPrefix("not available")
  }
  fflush(nil)
}

let usage = """
  usage: bench [OBJECTS]

    OBJECTS   how large a heap LeakSanitizer and Valgrind are compared at (1000000)
  """

let words = Array(CommandLine.arguments.dropFirst())
do {
  switch (words.first, words.count) {
  case ("--snapshot", 2): try SnapshotMeasure.printFigures(objects: Int(words[1]) ?? 0)
  case ("--pairs", 1): Ledger.printPairs()
  case ("--survive", 1): Survival.printFigures()
  default:
    guard words.count < 2, let objects = Int(words.first ?? "1000000"), objects >= 10 else {
      fail(usage, status: 64)
    }
    part("sizes") { () throws(Child.Failure) in try printSizes() }
    part("LeakSanitizer") { () throws(Child.Failure) in
      try Peers.printLeakSanitizer(
        "LeakSanitizer in AddressSanitizer", objects: objects, ["-sanitize=address"])
    }
    part("LeakSanitizer alone") { () throws(Child.Failure) in
      try Peers.printLeakSanitizer(
        "LeakSanitizer alone", objects: objects, try Peers.aloneOptions())
    }
    part("Valgrind") { () throws(Child.Failure) in try Peers.printValgrind(objects: objects) }
    part("malloc and free") { () throws(Child.Failure) in try Ledger.printPairCost() }
    part("swift-format") { () throws(Child.Failure) in try Ledger.printFormatCost() }
    part("survival") { () throws(Child.Failure) in try Survival.report() }
    Scratch.remove()
    exit(hasFailed ? 1 : 0)
  }
} catch {
  fail("\(error)", status: 1)
}
