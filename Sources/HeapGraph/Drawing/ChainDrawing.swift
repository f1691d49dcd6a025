/// Draws chains as plain lines of text: one object a line, the reference before it.
///
/// ```
/// Model
/// └─ camera        BirdCamera
///    └─ onSighting    closure #1 in Model.start()
///       └─ captures      Model   ↩ back where it began
/// ```
public struct ChainDrawing: Sendable {
  /// Whether to write each object's address behind it.
  public var showsAddresses: Bool
  /// How many columns a line should take at most, or nil for as many as it needs.
  ///
  /// A link that is wider gets several lines; a single name that is wider is not broken.
  public var width: Int?

  /// Makes a drawing style.
  public init(showsAddresses: Bool = false, width: Int? = nil) {
    self.showsAddresses = showsAddresses
    self.width = width
  }

  private static let widestLabel = 28

  /// Draws one chain.
  public func lines(for chain: OwnershipChain) -> [String] {
    guard let first = chain.links.first else { return chain.root.map { [$0.description] } ?? [] }
    let links = drawn(chain)
    let width = min(
      links.map(\.label.count).max() ?? 0, Self.widestLabel)
    var lines = [head(of: chain, first: first.from)]
    var seen: [ChainObject] = [first.from]
    var indent = ""
    for link in links {
      let space = max(width + 4 - link.label.count, 2)
      let label = link.label.isEmpty ? "" : link.label + String(repeating: " ", count: space)
      var object = [title(link.to)]
      if link.strength != .strong { object.append("(\(link.strength.rawValue))") }
      if !link.isExact { object.append("(a guess)") }
      if let place = seen.firstIndex(of: link.to) {
        object.append(place == 0 ? "↩ back where it began" : "↩ seen above")
      }
      seen.append(link.to)
      let line = indent + "└─ " + label + object.joined(separator: "   ")
      lines +=
        line.count <= self.width ?? .max ? [line] : narrow(link.label, object, indent: indent)
      indent += "   "
    }
    return lines
  }

  /// A link of more than one line: its label, and below it what it leads to, part by part.
  private func narrow(_ label: String, _ object: [String], indent: String) -> [String] {
    let parts = label.isEmpty ? object : [label] + object
    return parts.enumerated().map { index, part in indent + (index == 0 ? "└─ " : "   ") + part }
  }

  /// Draws a chain in one line: `Model → camera BirdCamera → onSighting … ↩`.
  public func oneLine(for chain: OwnershipChain) -> String {
    guard let first = chain.links.first else { return chain.root?.description ?? "" }
    var text = head(of: chain, first: first.from)
    for link in drawn(chain) {
      let isBack = link.to == first.from
      let label = link.label.isEmpty ? "" : ".\(link.label)"
      text += "\(label) → \(isBack ? "↩ " : "")\(title(link.to))\(link.isExact ? "" : "?")"
    }
    return text
  }

  /// Draws everything that holds an object: what it is, each chain, what follows from them.
  public func lines(for holders: Holders) -> [String] {
    let count = holders.retainCount.map { " · retain count \($0)" } ?? " · never freed"
    let state =
      if holders.isDestroyedButReferenced {
        "is destroyed but still referenced"
      } else {
        holders.isDestroyed ? "is destroyed" : "is still alive"
      }
    var lines = ["\(title(holders.object)) \(state)\(count)"]
    for chain in holders.chains {
      lines.append("")
      lines.append(contentsOf: self.lines(for: chain).map { "  " + $0 })
    }
    lines.append("")
    if holders.omitted > 0 { lines.append("  … and \(holders.omitted) more") }
    lines.append("  " + conclusion(holders))
    if !holders.bystanders.isEmpty {
      lines += ["", "  Also referred to, but not held, by:"]
      lines += holders.bystanders.map { link in
        "    \(Label.join(title(link.from), link.label)) (\(link.strength.rawValue))"
      }
    }
    return lines
  }

  /// The sentence that says what the chains mean together.
  private func conclusion(_ holders: Holders) -> String {
    if holders.isDestroyedButReferenced {
      return "Its deinit has run all the same: to use it from here is to use what is gone."
    }
    return switch holders.proof {
    case .ring:
      holders.chains.count + holders.omitted == 1
        ? "All of its owners are in this ring: it is never freed."
        : "All of its owners are in these rings: it is never freed."
    case .root(let root): "It lives as long as this holds it: \(root)."
    case .unseen(1): "It is held from outside by 1 reference that I can't see."
    case .unseen(let count): "It is held from outside by \(count) references that I can't see."
    }
  }

  /// The links that get a line: what a task runs stands in its head already.
  private func drawn(_ chain: OwnershipChain) -> ArraySlice<ChainLink> {
    let saysWhatItRuns = chain.root?.kind == .task && chain.links.first?.label == "runs"
    return saysWhatItRuns ? chain.links.dropFirst() : chain.links[...]
  }

  private func head(of chain: OwnershipChain, first: ChainObject) -> String {
    guard let root = chain.root else { return title(first) }
    switch root.kind {
    case .task, .global: return root.description
    case .memory: return root.name == first.name ? root.name : title(first)
    case .unseen: return "\(title(first))   (\(root.name))"
    default: return root.name == first.name ? title(first) : "\(title(first))   (\(root))"
    }
  }

  private func title(_ object: ChainObject) -> String {
    guard showsAddresses, object.address != 0 else { return object.title }
    return "\(object.title) 0x\(String(object.address, radix: 16))"
  }
}
