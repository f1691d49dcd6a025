/// What each node refers to: a list of node numbers for every node, packed into bytes.
///
/// Objects made together lie together, so most references are a small step from the node that has
/// them, and such a step takes one byte: a list is its length in bytes, then one step for each
/// target, all of them variable-length integers (7 bits a byte, steps zigzagged). Where a list
/// begins is kept for every fourth node only. Two bytes a node and one or two a reference, against
/// eight and four for plain numbers.
struct ReferenceLists: Sendable {
  /// How many nodes there are.
  let count: Int
  private let written: Written

  /// Joins what several writers wrote, whose nodes follow one another.
  ///
  /// Each but the last must have written a multiple of `Writer.group` lists.
  init(_ parts: [Written]) {
    written = parts.first ?? Written(Writer())
    for part in parts.dropFirst() { written.take(part) }
    count = written.count
  }

  /// What a writer wrote.
  ///
  /// Invariant: nothing changes it once it is part of `ReferenceLists`, so threads may share it.
  final class Written: @unchecked Sendable {
    private var writer: Writer

    /// Takes over a writer that is done.
    init(_ writer: consuming Writer) {
      self.writer = writer
    }

    fileprivate var count: Int { writer.count }

    fileprivate func take(_ next: Written) { writer.append(next.writer) }

    fileprivate func withView<Result>(_ body: (View) -> Result) -> Result {
      writer.bytes.withElements { bytes in
        writer.starts.withElements { starts in
          body(View(bytes: bytes.baseAddress, starts: starts.baseAddress, count: writer.count))
        }
      }
    }
  }

  /// The nodes that a node refers to, each as often as it does.
  func targets(of node: Int) -> [Int] {
    var targets: [Int] = []
    withView { view in view.forEachTarget(of: node) { targets.append($0) } }
    return targets
  }

  /// Calls back with a view for many look-ups in a row; don't let it escape.
  func withView<Result>(_ body: (View) -> Result) -> Result { written.withView(body) }

  /// A view of the lists.
  ///
  /// Invariant: valid inside `withView` only. Positions come from the lists themselves, which a
  /// `Writer` made, so only a node's number has to be in range.
  struct View {
    fileprivate let bytes: UnsafePointer<UInt8>?
    fileprivate let starts: UnsafePointer<UInt32>?
    let count: Int

    /// Calls back with each target of a node.
    @inline(__always)
    func forEachTarget(of node: Int, _ body: (Int) -> Void) {
      guard let bytes, let starts, node >= 0, node < count else { return }
      var place = bytes + Int(starts[node / Writer.group])
      for _ in 0..<node % Writer.group {
        let length = Packed.read(&place)
        place += Int(length)
      }
      let length = Packed.read(&place)
      let end = place + Int(length)
      while place < end { body(node &+ Packed.step(Packed.read(&place))) }
    }

    /// Calls back with every reference, in the order of the nodes that have them.
    @inline(__always)
    func forEachReference(_ body: (_ from: Int, _ to: Int) -> Void) {
      guard var place = bytes else { return }
      for node in 0..<count {
        let length = Packed.read(&place)
        let end = place + Int(length)
        while place < end { body(node, node &+ Packed.step(Packed.read(&place))) }
      }
    }
  }

  /// Writes the lists of nodes that follow one another.
  struct Writer: ~Copyable {
    /// How many lists share a start.
    static let group = 4

    fileprivate var bytes = GrowingBuffer<UInt8>()
    fileprivate var starts = GrowingBuffer<UInt32>()
    /// The node that the next list belongs to, and how many lists there are.
    private let first: Int
    private(set) var count = 0
    private var opened = 0

    /// Makes a writer whose first list is that of a node.
    init(firstNode: Int = 0) {
      first = firstNode
    }

    /// Begins the next node's list.
    @inline(__always)
    mutating func open() {
      if count % Self.group == 0 { starts.append(UInt32(truncatingIfNeeded: bytes.count)) }
      opened = bytes.count
      // Room for the length, which most lists need no more of.
      bytes.append(0)
    }

    /// Adds a target to the list that is open.
    @inline(__always)
    mutating func add(_ target: Int) {
      let packed = Packed.unsigned(target &- (first &+ count))
      if packed < 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: packed))
      } else {
        Packed.write(packed, to: &bytes)
      }
    }

    /// Ends the list that is open.
    @inline(__always)
    mutating func close() {
      let length = bytes.count - opened - 1
      if length < 0x80 { bytes[opened] = UInt8(truncatingIfNeeded: length) } else { widen(length) }
      count += 1
    }

    /// Adds the lists of the nodes that follow.
    fileprivate mutating func append(_ next: borrowing Writer) {
      let offset = UInt32(truncatingIfNeeded: bytes.count)
      next.starts.withElements { for start in $0 { starts.append(offset &+ start) } }
      next.bytes.withElements { bytes.append(contentsOf: $0) }
      count += next.count
    }

    /// Makes room for a length that takes more than a byte.
    private mutating func widen(_ length: Int) {
      var header = GrowingBuffer<UInt8>()
      Packed.write(UInt(length), to: &header)
      for _ in 1..<header.count { bytes.append(0) }
      var place = bytes.count - 1
      while place > opened + header.count - 1 {
        bytes[place] = bytes[place - (header.count - 1)]
        place -= 1
      }
      for index in 0..<header.count { bytes[opened + index] = header[index] }
    }
  }

  /// Integers of 7 bits a byte, the lowest first; the top bit says that more follow.
  private enum Packed {
    /// A number with its sign in the lowest bit.
    @inline(__always)
    static func unsigned(_ step: Int) -> UInt { UInt(bitPattern: (step << 1) ^ (step >> 63)) }

    @inline(__always)
    static func step(_ number: UInt) -> Int {
      Int(bitPattern: number >> 1) ^ -Int(bitPattern: number & 1)
    }

    static func write(_ number: UInt, to bytes: inout GrowingBuffer<UInt8>) {
      var rest = number
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    @inline(__always)
    static func read(_ place: inout UnsafePointer<UInt8>) -> UInt {
      let first = UInt(place.pointee)
      place += 1
      if first < 0x80 { return first }
      var number = first & 0x7f
      var shift: UInt = 7
      while true {
        let next = UInt(place.pointee)
        place += 1
        number |= (next & 0x7f) << shift
        if next < 0x80 { return number }
        shift += 7
      }
    }
  }
}
