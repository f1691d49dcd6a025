/// Everything that keeps one object alive, as it stood when the snapshot was taken.
public struct Holders: Sendable, Hashable {
  /// Why the object is still there.
  public enum Proof: Sendable, Hashable {
    /// Nothing outside holds it or any object of the rings that do: it is never freed.
    case ring
    /// Something that is still there holds it.
    case root(Root)
    /// References from outside hold it, and none of their holders can be seen.
    case unseen(Int)
  }

  /// The object itself.
  public var object: ChainObject
  /// Its strong references; nil for an object that is never freed.
  public var retainCount: Int?
  /// Its deinit has run; an unowned reference may still keep its memory.
  public var isDestroyed: Bool
  /// Why it is still there.
  public var proof: Proof
  /// Every way in which it is held: exact ones first, shortest first.
  public var chains: [OwnershipChain]
  /// How many more chains there are than `chains` has.
  public var omitted: Int
  /// Weak, unowned and unmanaged references to it, which don't keep it alive; empty unless the
  /// snapshot was asked for them.
  public var bystanders: [ChainLink]

  /// Makes a finding.
  public init(
    object: ChainObject, retainCount: Int?, isDestroyed: Bool = false, proof: Proof,
    chains: [OwnershipChain], omitted: Int = 0, bystanders: [ChainLink] = []
  ) {
    self.object = object
    self.retainCount = retainCount
    self.isDestroyed = isDestroyed
    self.proof = proof
    self.chains = chains
    self.omitted = omitted
    self.bystanders = bystanders
  }

  /// Its deinit has run and a strong reference to it is still there: using that is a crash to come.
  public var isDestroyedButReferenced: Bool { isDestroyed && !chains.isEmpty }
}
