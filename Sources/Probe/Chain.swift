/// A chain of references that keeps an object alive.
public struct Chain: Codable, Equatable, Sendable {
  /// How a chain ends.
  public enum Kind: String, Codable, Sendable {
    /// It comes back to where it began.
    case ring
    /// It begins at something that lives for a reason of its own.
    case root
  }

  /// Something that lives for a reason of its own, and what it holds lives with it.
  public struct Root: Codable, Equatable, Sendable {
    /// What kind of thing it is: "task", "timer", "global".
    public var kind: String
    /// Its name, as the source or the symbol table has it: "closure #1 in Patrol.start()".
    public var name: String

    /// Makes a root.
    public init(kind: String, name: String) {
      self.kind = kind
      self.name = name
    }
  }

  /// One reference, from the object that has it to the object it names.
  public struct Link: Codable, Equatable, Sendable {
    /// The type of the object that has the reference.
    public var from: String
    /// The property, capture or element that holds it: "camera".
    public var label: String
    /// The type of the object that is held.
    public var to: String
    /// The kind of reference: "strong", "weak", "unowned".
    public var strength: String
    /// Whether it was read from metadata; a guess otherwise.
    public var exact: Bool

    /// Makes a link.
    public init(from: String, label: String, to: String, strength: String, exact: Bool) {
      self.from = from
      self.label = label
      self.to = to
      self.strength = strength
      self.exact = exact
    }
  }

  /// How the chain ends.
  public var kind: Kind
  /// Where it begins; nil for a ring.
  public var root: Root?
  /// Its references, from the root, or once round the ring.
  public var links: [Link]

  /// Makes a chain.
  public init(kind: Kind, root: Root? = nil, links: [Link]) {
    self.kind = kind
    self.root = root
    self.links = links
  }
}
