/// The finding as JSON: what it says to a person, without the addresses unless they are asked for.
///
/// ```
/// {"object": "Boat #2", "retainCount": 1, "proof": {"kind": "ring"}, "omitted": 0, "chains":
///  [{"kind": "root", "root": {"kind": "task", "name": "closure #1 in Patrol.start()"},
///    "links": [{"from": "Model", "label": "camera", "to": "BirdCamera", "strength": "strong",
///               "exact": true}]}]}
/// ```
///
/// `bystanders`, links again, is there only if the snapshot was asked for them and found some.
/// What is read back draws the same lines; objects are then told apart by their titles.
extension Holders: Codable {
  private enum Key: String, CodingKey {
    case object, retainCount, destroyed, proof, chains, omitted, bystanders
  }

  /// Reads a finding.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      object: ChainObject(name: try values.decode(String.self, forKey: .object)),
      retainCount: try values.decodeIfPresent(Int.self, forKey: .retainCount),
      isDestroyed: try values.decodeIfPresent(Bool.self, forKey: .destroyed) ?? false,
      proof: try values.decode(Proof.self, forKey: .proof),
      chains: try values.decode([OwnershipChain].self, forKey: .chains),
      omitted: try values.decode(Int.self, forKey: .omitted),
      bystanders: try values.decodeIfPresent([ChainLink].self, forKey: .bystanders) ?? [])
  }

  /// Writes a finding.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(object.title, forKey: .object)
    try values.encodeIfPresent(retainCount, forKey: .retainCount)
    if isDestroyed { try values.encode(true, forKey: .destroyed) }
    try values.encode(proof, forKey: .proof)
    try values.encode(chains, forKey: .chains)
    try values.encode(omitted, forKey: .omitted)
    if !bystanders.isEmpty { try values.encode(bystanders, forKey: .bystanders) }
  }
}

extension Holders.Proof: Codable {
  private enum Key: String, CodingKey { case kind, root, count }
  private enum Kind: String, Codable { case ring, root, unseen }

  /// Reads `{"kind": "ring"}`, or `root` with its root, or `unseen` with its count.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    switch try values.decode(Kind.self, forKey: .kind) {
    case .ring: self = .ring
    case .root: self = .root(try values.decode(Root.self, forKey: .root))
    case .unseen: self = .unseen(try values.decode(Int.self, forKey: .count))
    }
  }

  /// Writes `{"kind": "ring"}`, or `root` with its root, or `unseen` with its count.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .ring:
      try values.encode(Kind.ring, forKey: .kind)
    case .root(let root):
      try values.encode(Kind.root, forKey: .kind)
      try values.encode(root, forKey: .root)
    case .unseen(let count):
      try values.encode(Kind.unseen, forKey: .kind)
      try values.encode(count, forKey: .count)
    }
  }
}

extension OwnershipChain: Codable {
  private enum Key: String, CodingKey { case kind, root, links }

  /// Reads a chain.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      kind: try values.decode(Kind.self, forKey: .kind),
      root: try values.decodeIfPresent(Root.self, forKey: .root),
      links: try values.decode([ChainLink].self, forKey: .links))
  }

  /// Writes a chain; a ring's root is null.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(kind, forKey: .kind)
    try values.encode(root, forKey: .root)
    try values.encode(links, forKey: .links)
  }
}

extension ChainLink: Codable {
  private enum Key: String, CodingKey {
    case from, label, to, strength, exact, fromAddress, toAddress
  }

  /// Set to true in an encoder's `userInfo`, addresses are written as well.
  ///
  /// The name of the key is part of this package; its value is a `Bool`.
  public static let showsAddresses = CodingUserInfoKey(rawValue: "HeapGraph.showsAddresses")

  /// Reads a link.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    func object(_ title: Key, _ address: Key) throws -> ChainObject {
      let address = try values.decodeIfPresent(String.self, forKey: address)
      return ChainObject(
        name: try values.decode(String.self, forKey: title),
        address: address.flatMap { UInt($0.dropFirst(2), radix: 16) } ?? 0)
    }
    self.init(
      from: try object(.from, .fromAddress), label: try values.decode(String.self, forKey: .label),
      to: try object(.to, .toAddress),
      strength: try values.decode(Strength.self, forKey: .strength),
      isExact: try values.decode(Bool.self, forKey: .exact))
  }

  /// Writes a link.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(from.title, forKey: .from)
    try values.encode(label, forKey: .label)
    try values.encode(to.title, forKey: .to)
    try values.encode(strength, forKey: .strength)
    try values.encode(isExact, forKey: .exact)
    guard let key = Self.showsAddresses, encoder.userInfo[key] as? Bool == true,
      from.address != 0, to.address != 0
    else { return }
    try values.encode("0x" + String(from.address, radix: 16), forKey: .fromAddress)
    try values.encode("0x" + String(to.address, radix: 16), forKey: .toAddress)
  }
}
