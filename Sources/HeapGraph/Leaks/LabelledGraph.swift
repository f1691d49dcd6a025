/// Some nodes of a graph with their references labelled: which place of which type each stands in.
///
/// Labels are numbers: equal where the type, the place in it and a closure's code are, so that
/// rings can be compared without a name being made. An element of an array or a dictionary counts
/// as in one place, whatever its index. Nodes are numbered anew, in the order of their addresses.
struct LabelledGraph {
  /// The number in the heap's graph of each node.
  private(set) var nodes: [UInt32] = []
  /// Each node's type, a place in the catalogue.
  private(set) var types: [UInt32] = []
  /// The bytes of each node's block.
  private(set) var sizes: [UInt32] = []
  private(set) var starts: [UInt32] = [0]
  private(set) var targets: [UInt32] = []
  /// The label of each reference.
  private(set) var steps: [UInt32] = []

  var count: Int { nodes.count }

  /// The places of a node's references in `targets` and `steps`.
  func edges(of node: Int) -> Range<Int> { Int(starts[node])..<Int(starts[node + 1]) }

  private struct Step: Hashable {
    var metadata: UInt
    var place: Int
    var code: UInt
  }

  /// What is to be done with objects of one metadata word.
  private struct Plan {
    var metadata: UInt = 0
    var type: UInt32 = 0
    /// Where in `places` the strong references' places begin, and how many there are; none where
    /// the shape has to be asked.
    var first: Int32 = 0
    var count: Int32 = -1
    /// The number of the shape to ask.
    var shape: Int32 = -1
  }

  /// Where a strong reference stands, with its label if it is no closure.
  private struct Place {
    var word: Int32
    var code: Int32
    var step: UInt32
  }

  private var labels: [Step: UInt32] = [:]
  private var places: [Place] = []
  private var shapes: [ObjectShape] = []

  /// Makes a graph of nodes and references that are known already.
  init(
    nodes: [UInt32], types: [UInt32], sizes: [UInt32], starts: [UInt32], targets: [UInt32],
    steps: [UInt32]
  ) {
    self.nodes = nodes
    self.types = types
    self.sizes = sizes
    self.starts = starts
    self.targets = targets
    self.steps = steps
  }

  /// Reads the nodes that `wants` asks for.
  ///
  /// - Parameters:
  ///   - heap: the heap that they lie in.
  ///   - catalog: where to look up types.
  ///   - wants: 0 for a node that isn't wanted, 1 for one without its references, 2 for all of it.
  init(_ heap: FrozenHeap, catalog: TypeCatalog, wants: [UInt8]) {
    var numbers = [UInt32](repeating: .max, count: wants.count)
    var count = 0
    for node in wants.indices where wants[node] != 0 {
      numbers[node] = UInt32(truncatingIfNeeded: count)
      count += 1
    }
    nodes.reserveCapacity(count)
    types.reserveCapacity(count)
    sizes.reserveCapacity(count)
    starts.reserveCapacity(count + 1)
    let window = BlockWindow(memory: heap.memory)
    var plans = [Plan](repeating: Plan(), count: 1024)
    wants.withUnsafeBufferPointer { wants in
      numbers.withUnsafeBufferPointer { numbers in
        plans.withUnsafeMutableBufferPointer { plans in
          heap.blocks.withLookup { lookup in
            var node = 0
            for region in lookup.regions {
              for word in 0..<Int((region.end - region.start) >> 10) {
                var bits = lookup.bits[region.firstWord + word]
                while bits != 0 {
                  if wants[node] != 0 {
                    let address =
                      region.start + UInt(word) << 10 + UInt(bits.trailingZeroBitCount) << 4
                    let number = UInt32(truncatingIfNeeded: node)
                    read(
                      window.block(at: address), number, isWhole: wants[node] == 2, heap, catalog,
                      plans, numbers, &lookup)
                  }
                  bits &= bits &- 1
                  node += 1
                }
              }
            }
          }
        }
      }
    }
  }

  private mutating func read(
    _ bytes: UnsafeRawBufferPointer, _ node: UInt32, isWhole: Bool, _ heap: FrozenHeap,
    _ catalog: TypeCatalog, _ plans: UnsafeMutableBufferPointer<Plan>,
    _ numbers: UnsafeBufferPointer<UInt32>, _ lookup: inout BlockLookup
  ) {
    nodes.append(node)
    sizes.append(UInt32(truncatingIfNeeded: bytes.count))
    guard let base = bytes.baseAddress, bytes.count >= 16 else {
      types.append(catalog.place(of: 0))
      starts.append(UInt32(truncatingIfNeeded: targets.count))
      return
    }
    let word = base.loadUnaligned(as: UInt.self)
    let slot = Int(truncatingIfNeeded: (word >> 3) ^ (word >> 13)) & 1023
    if plans[slot].metadata != word { plans[slot] = plan(for: word, heap, catalog) }
    let plan = plans[slot]
    types.append(plan.type)
    if isWhole {
      if plan.count >= 0 {
        for index in Int(plan.first)..<Int(plan.first + plan.count) {
          let place = places[index]
          guard Int(place.word) + 8 <= bytes.count else { continue }
          let target = base.loadUnaligned(fromByteOffset: Int(place.word), as: UInt.self)
          guard target != 0 else { continue }
          var step = place.step
          if place.code != place.word {
            let code = base.loadUnaligned(fromByteOffset: Int(place.code), as: UInt.self)
            guard code > 0xfff else { continue }
            step = label(Step(metadata: word, place: Int(place.word), code: code))
          }
          add(target, step, numbers, &lookup)
        }
      } else if plan.shape >= 0 {
        var found: [FoundReference] = []
        heap.reader.forEachReference(in: bytes, shape: shapes[Int(plan.shape)]) {
          if $0.strength == .strong { found.append($0) }
        }
        for reference in found {
          let step = Step(metadata: word, place: Self.hash(reference.label), code: reference.code)
          add(reference.address, label(step), numbers, &lookup)
        }
      }
    }
    starts.append(UInt32(truncatingIfNeeded: targets.count))
  }

  private mutating func plan(for word: UInt, _ heap: FrozenHeap, _ catalog: TypeCatalog) -> Plan {
    var plan = Plan(metadata: word, type: catalog.place(of: word))
    guard let shape = word == heap.mallocBlock ? .block : heap.reader.shapes.shape(of: word) else {
      return plan
    }
    if case .none = shape.tail, let known = shape.plainPlaces {
      plan.first = Int32(truncatingIfNeeded: places.count)
      plan.count = Int32(truncatingIfNeeded: known.count)
      for place in known {
        let step = label(Step(metadata: word, place: Int(place.word), code: 0))
        places.append(Place(word: place.word, code: place.code, step: step))
      }
    } else {
      plan.shape = Int32(truncatingIfNeeded: shapes.count)
      shapes.append(shape)
    }
    return plan
  }

  private mutating func label(_ step: Step) -> UInt32 {
    if let label = labels[step] { return label }
    let label = UInt32(truncatingIfNeeded: labels.count)
    labels[step] = label
    return label
  }

  @inline(__always)
  private mutating func add(
    _ word: UInt, _ step: UInt32, _ numbers: UnsafeBufferPointer<UInt32>,
    _ lookup: inout BlockLookup
  ) {
    guard let address = ObjectReader.object(word, .strong), let node = lookup.index(of: address)
    else { return }
    let number = numbers[node]
    guard number != .max else { return }
    targets.append(number)
    steps.append(step)
  }

  /// A label's hash without what stands in brackets; the same in every run.
  private static func hash(_ label: String) -> Int {
    var hash = StableHash()
    var depth = 0
    for byte in label.utf8 {
      if byte == UInt8(ascii: "]") { depth -= 1 }
      if depth <= 0 { hash.add(byte) }
      if byte == UInt8(ascii: "[") { depth += 1 }
    }
    return Int(truncatingIfNeeded: hash.value)
  }
}

/// A hash that is the same in every run and every build: FNV-1a, 64 bits.
struct StableHash {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Takes one more byte in.
  mutating func add(_ byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  /// The hash of a text, as 16 hexadecimal digits.
  static func text(of text: String) -> String {
    var hash = StableHash()
    for byte in text.utf8 { hash.add(byte) }
    let digits = String(hash.value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
