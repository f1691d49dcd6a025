/// An object as it is named in a chain.
public struct ChainObject: Sendable, Hashable {
  /// The type's name, or a closure's or task's: `closure #1 in Model.start()`.
  public var name: String
  /// Tells objects of one name apart, from 1; nil when there is only one.
  public var number: Int?
  /// Where the object lay.
  ///
  /// Never dereference it: the object may be gone.
  public var address: UInt

  /// Makes a named object.
  public init(name: String, number: Int? = nil, address: UInt = 0) {
    self.name = name
    self.number = number
    self.address = address
  }

  /// The name with its number: `Row #2`.
  public var title: String { number.map { "\(name) #\($0)" } ?? name }
}

/// One reference in a chain.
public struct ChainLink: Sendable, Hashable {
  /// The object that refers.
  public var from: ChainObject
  /// How the source names the place: `camera`, `rows[0].onTap`, `captures`.
  public var label: String
  /// The object that is referred to.
  public var to: ChainObject
  /// How the reference holds its object.
  public var strength: Strength
  /// Whether metadata says so; false for a guess from memory that no metadata describes.
  public var isExact: Bool

  /// Makes a link.
  public init(
    from: ChainObject, label: String, to: ChainObject, strength: Strength = .strong,
    isExact: Bool = true
  ) {
    self.from = from
    self.label = label
    self.to = to
    self.strength = strength
    self.isExact = isExact
  }
}

/// One way in which an object is kept alive, link by link.
public struct OwnershipChain: Sendable, Hashable {
  /// Where the chain begins.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// In a ring of objects.
    case ring
    /// At something outside the objects' own references.
    case root
  }

  /// Where the chain begins.
  public var kind: Kind
  /// What holds the first object; nil for a ring that nothing outside holds.
  public var root: Root?
  /// From the first holder to the object.
  ///
  /// For a ring that the object is in, once round it. Where the object leads back to its root, the
  /// way back follows.
  public var links: [ChainLink]

  /// Makes a chain.
  public init(kind: Kind, root: Root? = nil, links: [ChainLink]) {
    self.kind = kind
    self.root = root
    self.links = links
  }

  /// Tells whether every link was read from metadata.
  public var isExact: Bool { links.allSatisfy(\.isExact) }
}
