import HeapGraph

/// The time of a snapshot with its chain, of a plain read of the same heap, and the peaks.
struct SnapshotMeasure {
  var seconds = 0.0
  var floor = 0.0
  var peakBefore = 0.0
  var peak = 0.0

  /// The child's part: builds the heap, takes one snapshot, asks for one chain, prints figures.
  static func printFigures(objects: Int) throws {
    Workload.build(nodes: objects / 2)
    let address = addressOfSecond()
    let before = Own.peak
    var found: Holders?
    let whole = try bench.seconds { found = try HeapSnapshot.take().holders(of: address) }
    let peak = Own.peak
    // The floor: every word of the heap read once, nothing kept.
    var sum: UInt = 0
    let heap = Own.heap
    let floor = bench.seconds {
      for word in heap.bindMemory(to: UInt.self) { sum &+= word }
    }
    let links = found?.chains.first?.links.map { "\($0.from.name).\($0.label)" } ?? []
    guard found?.retainCount == 1, found?.chains.count == 1, sum != 0,
      links == ["static Workload.head.", "Workload.Node.next"]
    else { throw Child.Failure(description: "the snapshot is wrong: \(links)") }
    print(whole, floor, before, peak)
  }

  /// The list's second node; a function of its own, so that no reference to it stays behind.
  @inline(never) private static func addressOfSecond() -> UInt {
    Workload.head?.next.map { UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
  }

  /// Measures in fresh processes; the medians.
  static func run(objects: Int, times: Int) throws(Child.Failure) -> SnapshotMeasure {
    var all: [[Double]] = []
    for _ in 0..<times { all.append(try once(objects: objects)) }
    return SnapshotMeasure(all)
  }

  /// Seconds, the floor's seconds, and the kilobytes before and after.
  static func once(objects: Int) throws(Child.Failure) -> [Double] {
    try Child.run([CommandLine.arguments[0], "--snapshot", String(objects)]).figures(4)
  }

  /// The medians of several runs.
  init(_ runs: [[Double]]) {
    func median(_ index: Int) -> Double { runs.map { $0[index] }.median }
    (seconds, floor, peakBefore, peak) = (median(0), median(1), median(2), median(3))
  }
}

/// How the time grows with the heap.
func printSizes() throws(Child.Failure) {
  print("objects     snapshot s  ns/object  / plain read   peak before, after MB")
  for (objects, times) in [(10_000, 9), (100_000, 9), (1_000_000, 5), (10_000_000, 3)] {
    let measure = try SnapshotMeasure.run(objects: objects, times: times)
    let columns = [
      (String(objects), 12), (measure.seconds.text, 12),
      (String(Int(measure.seconds * 1e9) / objects), 11),
      ((measure.seconds / measure.floor).text, 15),
      ("\(Int(measure.peakBefore) / 1024), \(Int(measure.peak) / 1024)", 0),
    ]
    let line = columns.map { text, width in
      text + String(repeating: " ", count: max(0, width - text.count))
    }
    print(line.joined())
  }
}
