/// Some blocks of a heap with their references labelled: which place of which type each stands in.
///
/// Labels are numbers: equal where the type, the place in it and a closure's code are, so that
/// rings can be compared without a name being made. An element of an array or a dictionary counts
/// as in one place, whatever its index. Nodes are numbered anew, in the order of their addresses.
struct LabelledGraph {
  /// A reference.
  struct Edge {
    var target: UInt32
    var label: UInt32
  }

  /// The blocks that are the nodes; none in a graph that was not read from a heap.
  let blocks: LiveBlocks
  let count: Int
  /// Each node's type, a place in `entries`.
  let types: ZeroedBuffer<UInt32>
  /// The bytes of each node's block.
  let sizes: ZeroedBuffer<UInt32>
  private(set) var edges: [Edge] = []
  /// What is known of the types.
  let entries: [TypeCatalog.Entry]
  /// Where the edges behind those of each node begin.
  private let ends: ZeroedBuffer<UInt32>

  /// The places of a node's references in `edges`.
  @inline(__always)
  func edges(of node: Int) -> Range<Int> {
    (node == 0 ? 0 : Int(ends[node - 1]))..<Int(ends[node])
  }

  /// Makes a graph of nodes and references that are known already.
  ///
  /// - Parameters:
  ///   - nodes: for each node its type, a place in `entries`, its bytes and its references.
  ///   - entries: what is known of the types.
  init(nodes: [(type: UInt32, bytes: UInt32, edges: [Edge])], entries: [TypeCatalog.Entry]) {
    blocks = LiveBlocks()
    count = nodes.count
    types = ZeroedBuffer(count: count)
    sizes = ZeroedBuffer(count: count)
    ends = ZeroedBuffer(count: count)
    self.entries = entries
    for (node, about) in nodes.enumerated() {
      types[node] = about.type
      sizes[node] = about.bytes
      edges += about.edges
      ends[node] = UInt32(edges.count)
    }
  }

  /// Reads some blocks of a heap, a large part of it on two threads.
  ///
  /// - Parameters:
  ///   - heap: the heap.
  ///   - catalog: where to look up types.
  ///   - hasEdges: whether to read references.
  ///   - isWanted: tells by its number in the heap's graph whether a block is to be a node.
  init(
    _ heap: FrozenHeap, catalog: TypeCatalog, hasEdges: Bool = true, isWanted: (Int) -> Bool
  ) {
    let blocks = heap.blocks.filtered(isWanted)
    let nodes = LabelPass.Nodes(count: blocks.count)
    let parts = blocks.parts(Threads.count(forBlocks: blocks.count))
    let readers = parts.indices.map { $0 == 0 ? heap.reader : heap.makeReader() }
    var findings = blocks.withLookup { lookup in
      let lookup = lookup
      return Threads.run(parts.count) { index in
        LabelPass(
          parts[index], heap, lookup: lookup, reader: readers[index], nodes: nodes,
          hasEdges: hasEdges
        ).run()
      }
    }
    self.blocks = blocks
    count = blocks.count
    (types, sizes, ends) = (nodes.types, nodes.sizes, nodes.ends)
    // The first thread's numbers are those of all.
    var words = Numbering<UInt>()
    var labels = Numbering<LabelPass.Label>()
    for (index, part) in parts.enumerated() {
      let end = index + 1 < parts.count ? parts[index + 1].firstNode : blocks.count
      let found = findings[index]
      findings[index].edges = []
      if index == 0 {
        (words, labels, edges) = (found.words, found.labels, found.edges)
        continue
      }
      let places = found.words.values.map { words.number(of: $0) }
      let names = found.labels.values.map { labels.number(of: $0) }
      let first = UInt32(edges.count)
      for node in part.firstNode..<end {
        types[node] = places[Int(types[node])]
        ends[node] += first
      }
      edges.reserveCapacity(edges.count + found.edges.count)
      for edge in found.edges {
        edges.append(Edge(target: edge.target, label: names[Int(edge.label)]))
      }
    }
    entries = words.values.map { catalog.entry(of: $0) }
  }
}

/// Values numbered in the order in which they are first asked for.
struct Numbering<Value: Hashable> {
  private(set) var values: [Value] = []
  private var numbers: [Value: UInt32] = [:]

  /// The number of a value.
  mutating func number(of value: Value) -> UInt32 {
    if let number = numbers[value] { return number }
    let number = UInt32(values.count)
    numbers[value] = number
    values.append(value)
    return number
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
