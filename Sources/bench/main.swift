import Foundation
import HeapGraph

/// Measures a snapshot of a large heap against LeakSanitizer, Valgrind and a plain read.
///
/// `bench [NODES]`, built for release. Each node makes two objects. Prints ratios; a peer that
/// isn't installed is left out, and said to be.

func seconds(_ body: () throws -> Void) rethrows -> Double {
  let start = ContinuousClock.now
  try body()
  return (ContinuousClock.now - start) / .seconds(1)
}

func text(_ number: Double) -> String { String(format: "%8.3f", number) }

/// The child's part: builds the heap, takes one snapshot, tells its figures.
func measureSnapshot(nodes: Int) throws {
  Workload.build(nodes: nodes)
  var address: UInt = 0
  if let next = Workload.head?.next {
    address = UInt(bitPattern: Unmanaged.passUnretained(next).toOpaque())
  }
  let before = Peer.peak()
  var found: Holders?
  let all = try seconds {
    let snapshot = try HeapSnapshot.take()
    found = snapshot.holders(of: address)
  }
  // The floor: every word of the list read once, nothing kept.
  var sum = 0
  let floor = seconds {
    var node = Workload.head
    while let current = node {
      sum &+= current.number &+ 1
      node = current.next
    }
  }
  guard found?.retainCount == 1, sum == nodes else {
    print("wrong")
    return
  }
  print(all, floor, before, Peer.peak())
}

/// Nanoseconds for a pair of malloc and free, after a warm-up.
func measureLedger() -> Double {
  let pairs = 10_000_000
  // Looked up by name, so that no compiler can leave the pair out.
  typealias Allocate = @convention(c) (Int) -> UnsafeMutableRawPointer?
  typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void
  guard let first = dlsym(nil, "malloc"), let second = dlsym(nil, "free") else { return 0 }
  let allocate = unsafeBitCast(first, to: Allocate.self)
  let release = unsafeBitCast(second, to: Release.self)
  func loop() -> Double {
    seconds {
      for index in 0..<pairs { release(allocate(48 &+ (index & 15))) }
    }
  }
  _ = loop()
  return loop() / Double(pairs) * 1e9
}

let lsanMain = """
  import Glibc
  Workload.build(nodes: Int(CommandLine.arguments[1]) ?? 0)
  typealias Check = @convention(c) () -> Int32
  guard let symbol = dlsym(nil, "__lsan_do_recoverable_leak_check") else { exit(3) }
  let check = unsafeBitCast(symbol, to: Check.self)
  var start = timespec(), end = timespec()
  clock_gettime(CLOCK_MONOTONIC, &start)
  _ = check()
  clock_gettime(CLOCK_MONOTONIC, &end)
  print(Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9)
  fflush(nil)
  _exit(0)
  """
let plainMain = """
  import Glibc
  if CommandLine.arguments.count > 2 {
    let pairs = 10_000_000
    typealias Allocate = @convention(c) (Int) -> UnsafeMutableRawPointer?
    typealias Release = @convention(c) (UnsafeMutableRawPointer?) -> Void
    guard let first = dlsym(nil, "malloc"), let second = dlsym(nil, "free") else { exit(3) }
    let allocate = unsafeBitCast(first, to: Allocate.self)
    let release = unsafeBitCast(second, to: Release.self)
    func loop() -> Double {
      var start = timespec(), end = timespec()
      clock_gettime(CLOCK_MONOTONIC, &start)
      for index in 0..<pairs { release(allocate(48 &+ (index & 15))) }
      clock_gettime(CLOCK_MONOTONIC, &end)
      return Double(end.tv_sec - start.tv_sec) * 1e9 + Double(end.tv_nsec - start.tv_nsec)
    }
    _ = loop()
    print(loop() / Double(pairs))
  } else {
    Workload.build(nodes: Int(CommandLine.arguments[1]) ?? 0)
    Workload.takeApart()
  }
  """

let arguments = CommandLine.arguments
if arguments.count == 3, arguments[1] == "--snapshot" {
  try measureSnapshot(nodes: Int(arguments[2]) ?? 0)
  exit(0)
}
if arguments.count == 2, arguments[1] == "--ledger" {
  print(measureLedger())
  exit(0)
}

let nodes = arguments.count > 1 ? Int(arguments[1]) ?? 500_000 : 500_000
print("nodes      objects    snapshot s   ns/object   plain read s   peak before/after MB")
var snapshotSeconds = 0.0
for size in [nodes / 100, nodes / 10, nodes, nodes * 4] {
  guard let run = Peer.run(arguments[0], ["--snapshot", String(size)]) else { break }
  let figures = run.output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
  guard figures.count == 4 else {
    print("\(size): \(run.output)")
    continue
  }
  if size == nodes { snapshotSeconds = figures[0] }
  let perObject = figures[0] * 1e9 / Double(size * 2)
  print(
    "\(size)\t\(size * 2)\t\(text(figures[0]))\t\(text(perObject))\t\(text(figures[1]))\t"
      + "\(Int(figures[2]) / 1024)/\(Int(figures[3]) / 1024)")
}
if let program = Peer.compile(main: lsanMain, options: ["-sanitize=address"], named: "lsan"),
  let run = Peer.run(program, [String(nodes)]), let check = Double(run.output.dropLast())
{
  print(
    "LeakSanitizer's check: \(text(check)) s; snapshot / check = \(text(snapshotSeconds / check))")
} else {
  print("LeakSanitizer: not available here")
}
let plain = Peer.compile(main: plainMain, options: [], named: "plain")
if let plain, let valgrind = Peer.find("valgrind"),
  let run = Peer.run(valgrind, ["--leak-check=full", "-q", plain, String(nodes)])
{
  print(
    "Valgrind's run: \(text(run.seconds)) s; snapshot / run = \(text(snapshotSeconds / run.seconds))"
  )
} else {
  print("Valgrind: not available here")
}
if let plain, let bare = Peer.run(plain, ["0", "pairs"]),
  let ledger = Peer.run(arguments[0], ["--ledger"]), let without = Double(bare.output.dropLast()),
  let with = Double(ledger.output.dropLast())
{
  print("malloc and free: \(text(without)) ns without the ledger, \(text(with)) ns with it")
}
