/// How many objects of one type there are, and the bytes of their blocks.
public struct TypeTally: Sendable, Hashable, Codable {
  /// The type as a person would write it.
  public var type: String
  /// The module that declares it; empty for closures and what else has none.
  public var module: String
  /// Whether a library of the system's or the toolchain's declares it.
  public var isLibrary: Bool
  /// How many objects.
  public var count: Int
  /// What their blocks take.
  public var bytes: Int

  /// Makes a tally.
  public init(type: String, module: String, isLibrary: Bool, count: Int, bytes: Int) {
    self.type = type
    self.module = module
    self.isLibrary = isLibrary
    self.count = count
    self.bytes = bytes
  }
}

/// Rings that are alike: the same types, joined by the same properties and closures.
public struct Ring: Sendable, Hashable, Codable {
  /// Tells the ring from others, the same from run to run and from build to build.
  public var signature: String
  /// The ring in a line: `Lookout.telescope → Telescope.onSighting → closure #1 in …`.
  public var shape: String
  /// How many such rings there are.
  public var count: Int
  /// One of them, link by link.
  public var chain: OwnershipChain
  /// How many links of it `chain` leaves out before the last one.
  public var omittedLinks: Int

  /// Makes a description of rings.
  public init(
    signature: String, shape: String, count: Int, chain: OwnershipChain, omittedLinks: Int = 0
  ) {
    self.signature = signature
    self.shape = shape
    self.count = count
    self.chain = chain
    self.omittedLinks = omittedLinks
  }
}

/// Groups of objects that are alike and never freed: each group's objects hold each other.
public struct Leak: Sendable, Hashable, Codable {
  /// The distinct rings in each such group, the commonest first.
  ///
  /// A list that a thousand rows lead back to is one group with one ring, a thousand times.
  public var rings: [Ring]
  /// How many such groups there are.
  public var count: Int
  /// Whether every object in the rings is of a library's making.
  public var isLibrary: Bool
  /// The objects in the rings.
  public var objects: Int
  /// What those take.
  public var bytes: Int
  /// The objects that hang off the rings without being in one, by type.
  public var kept: [TypeTally]

  /// Makes a description of leaked groups.
  public init(
    rings: [Ring], count: Int, isLibrary: Bool, objects: Int, bytes: Int, kept: [TypeTally]
  ) {
    self.rings = rings
    self.count = count
    self.isLibrary = isLibrary
    self.objects = objects
    self.bytes = bytes
    self.kept = kept
  }
}

/// Tasks that are alike, suspended, and that nothing can resume.
public struct LostTask: Sendable, Hashable, Codable {
  /// Tells the task from others, the same from run to run and from build to build.
  public var signature: String
  /// The function that the task was started with.
  public var function: String
  /// Where it waits: the innermost function of its own that a person wrote.
  public var waitsIn: String
  /// How many such tasks there are.
  public var count: Int
  /// The tasks and what only they keep, by type.
  public var kept: [TypeTally]
  /// Where the tasks lay.
  ///
  /// Not part of what is written as JSON: it is another in every run.
  public var addresses: [UInt] = []

  private enum CodingKeys: CodingKey { case signature, function, waitsIn, count, kept }

  /// Makes a description of lost tasks.
  public init(
    signature: String, function: String, waitsIn: String, count: Int, kept: [TypeTally],
    addresses: [UInt] = []
  ) {
    self.addresses = addresses
    self.signature = signature
    self.function = function
    self.waitsIn = waitsIn
    self.count = count
    self.kept = kept
  }
}

/// Everything in a heap that nothing will ever free.
public struct LeakFindings: Sendable, Hashable, Codable {
  /// All leaked objects by type, in rings or kept by them.
  public var types: [TypeTally]
  /// The rings, and what hangs off them.
  public var leaks: [Leak]
  /// How many leaks there are that `leaks` has no room for.
  public var omitted: Int
  /// The tasks that nobody will resume, and what hangs off them.
  public var lostTasks: [LostTask]
  /// Rings that something living is part of: no leaks, as that may still let go.
  public var living: [Ring]

  /// Makes findings.
  public init(
    types: [TypeTally] = [], leaks: [Leak] = [], omitted: Int = 0, lostTasks: [LostTask] = [],
    living: [Ring] = []
  ) {
    self.types = types
    self.leaks = leaks
    self.omitted = omitted
    self.lostTasks = lostTasks
    self.living = living
  }
}
