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
  private let parts: [Written]

  /// Takes what several writers wrote, whose nodes follow one another.
  init(_ parts: [Written]) {
    self.parts = parts
    count = parts.reduce(0) { $0 + $1.count }
  }

  /// What a writer wrote.
  ///
  /// Nothing changes it any more, so threads may share it.
  final class Written: @unchecked Sendable {
    private let writer: Writer

    /// Takes over a writer that is done.
    init(_ writer: consuming Writer) {
      self.writer = writer
    }

    fileprivate var count: Int { writer.count }

    /// Its memory, as long as this object lives.
    fileprivate var part: View.Part {
      View.Part(
        end: writer.first + writer.count, first: writer.first,
        bytes: writer.bytes.withElements { $0.baseAddress },
        starts: writer.starts.withElements { $0.baseAddress })
    }
  }

  /// The nodes that a node refers to, each as often as it does.
  func targets(of node: Int) -> [Int] {
    var targets: [Int] = []
    withView { view in view.forEachTarget(of: node) { targets.append($0) } }
    return targets
  }

  /// Calls back with a view for many look-ups in a row; don't let it escape.
  func withView<Result>(_ body: (View) -> Result) -> Result {
    withExtendedLifetime(parts) {
      parts.map(\.part).withUnsafeBufferPointer { body(View(parts: $0)) }
    }
  }

  /// A view of the lists.
  ///
  /// Invariant: valid inside `withView` only. Positions come from the lists themselves, which a
  /// `Writer` made, so only a node's number has to be in range.
  struct View {
    fileprivate struct Part {
      /// The node behind the last one.
      let end: Int
      let first: Int
      let bytes: UnsafePointer<UInt8>?
      let starts: UnsafePointer<UInt32>?
    }

    fileprivate let parts: UnsafeBufferPointer<Part>

    /// Calls back with each target of a node.
    @inline(__always)
    func forEachTarget(of node: Int, _ body: (Int) -> Void) {
      // One part or two, so no search is needed.
      var index = 0
      while index < parts.count, node >= parts[index].end { index &+= 1 }
      guard index < parts.count, let bytes = parts[index].bytes, let starts = parts[index].starts
      else { return }
      let place = node &- parts[index].first
      guard place >= 0 else { return }
      var list = bytes + Int(starts[place / Writer.group])
      for _ in 0..<place % Writer.group {
        let length = Packed.read(&list)
        list += Int(length)
      }
      let length = Packed.read(&list)
      let end = list + Int(length)
      while list < end { body(node &+ Packed.step(Packed.read(&list))) }
    }

    /// Calls back with every reference, in the order of the nodes that have them.
    @inline(__always)
    func forEachReference(_ body: (_ from: Int, _ to: Int) -> Void) {
      for part in parts {
        guard var list = part.bytes else { continue }
        for node in part.first..<part.end {
          let length = Packed.read(&list)
          let end = list + Int(length)
          while list < end { body(node, node &+ Packed.step(Packed.read(&list))) }
        }
      }
    }
  }

  /// Writes the lists of nodes that follow one another.
  struct Writer: ~Copyable {
    /// How many lists share a start.
    fileprivate static let group = 4

    fileprivate var bytes = GrowingBuffer<UInt8>()
    fileprivate var starts = GrowingBuffer<UInt32>()
    /// The node that the next list belongs to, and how many lists there are.
    fileprivate let first: Int
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
