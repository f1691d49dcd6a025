/// The slots of the objects met last, ready for the pass over the heap: loads and adds only.
///
/// A small table, found by the metadata word, holds what the pass needs of a shape in plain
/// integers, so that no object is retained and no dictionary asked for each block. A place that
/// two metadata words share is overwritten and asked for again: slower, never wrong.
///
/// Invariant: the pointers are this table's own, allocated in init or `append`, freed in deinit,
/// and `first..<first + count` of any entry lies within `places`.
struct SlotPlans: ~Copyable {
  /// What is to be done with blocks whose first word this is.
  enum Action: UInt8 {
    /// No Swift object: skip.
    case skip
    /// All strong references are words at fixed places.
    case plain
    /// All strong references are words at fixed places in each of an array's elements.
    case elements
    /// The shape has to be asked.
    case ask
  }

  struct Plan {
    var metadata: UInt
    var action: Action
    var instanceSize: Int32 = 0
    /// Which of `places` are meant: in the object, or in an element.
    var first: Int32 = 0
    var count: Int32 = 0
    /// For an array's storage, where its elements begin and how far apart they are.
    var elements: Int32 = 0
    var stride: Int32 = 1
    /// What the pass knows the metadata by, if it wants to.
    var number: UInt32 = 0

    static let skip = Plan(metadata: 0, action: .skip)

    /// Where the elements of an array's storage begin.
    func elementOffsets(in object: UnsafeRawBufferPointer) -> StrideTo<Int> {
      guard object.count >= 32 else { return Swift.stride(from: 0, to: 0, by: 1) }
      let room = (object.count - Int(elements)) / Int(stride)
      let stored = object.loadUnaligned(fromByteOffset: 16, as: Int.self)
      let end = Int(elements) + max(0, min(stored, room)) * Int(stride)
      return Swift.stride(from: Int(elements), to: end, by: Int(stride))
    }
  }

  /// A word that may be a strong reference.
  ///
  /// For a closure's context, `code` is where its code stands, without which it is no closure;
  /// otherwise it is the same place.
  struct Place {
    var word: Int32
    var code: Int32
  }

  private static let size = 1024
  private let plans = UnsafeMutablePointer<Plan>.allocate(capacity: size)
  private(set) var places = UnsafeMutablePointer<Place>.allocate(capacity: 4096)
  private var used = 0
  private var capacity = 4096

  /// Makes an empty table.
  init() {
    plans.initialize(repeating: .skip, count: Self.size)
  }

  deinit {
    plans.deallocate()
    places.deallocate()
  }

  @inline(__always)
  private func index(of metadata: UInt) -> Int {
    Int(truncatingIfNeeded: (metadata >> 3) ^ (metadata >> 13)) & (Self.size - 1)
  }

  /// The plan that stands where one for a metadata word would; look whether it is that word's.
  @inline(__always)
  func known(_ metadata: UInt) -> Plan { plans[index(of: metadata)] }

  /// Makes the plan for a metadata word by its shape, nil if it is none, and keeps it.
  mutating func add(_ metadata: UInt, _ shape: ObjectShape?, number: UInt32 = 0) -> Plan {
    var plan = makePlan(for: metadata, shape)
    plan.number = number
    plans[index(of: metadata)] = plan
    return plan
  }

  private mutating func makePlan(for metadata: UInt, _ shape: ObjectShape?) -> Plan {
    guard let shape else { return Plan(metadata: metadata, action: .skip) }
    var plan = Plan(
      metadata: metadata, action: .ask, instanceSize: Int32(clamping: shape.instanceSize),
      first: Int32(used))
    switch shape.tail {
    case .none:
      guard let places = shape.plainPlaces else { return plan }
      // A context's shape doesn't tell its size: look at its last place instead.
      let end = places.map { $0.word + 8 }.max() ?? 16
      plan.action = .plain
      plan.instanceSize = max(plan.instanceSize, end)
      plan.count = Int32(places.count)
      for place in places { append(place) }
    case .elements(let slots, let offset, let stride):
      let fits = { (place: Place) in place.word >= 0 && Int(place.word) + 8 <= stride }
      guard let places = slots.plainPlaces, stride > 0, offset >= 32, places.allSatisfy(fits) else {
        return plan
      }
      plan.action = .elements
      plan.count = Int32(places.count)
      plan.elements = Int32(clamping: offset)
      plan.stride = Int32(clamping: stride)
      for place in places { append(place) }
    case .hashed: break
    }
    return plan
  }

  private mutating func append(_ place: Place) {
    if used == capacity {
      let larger = UnsafeMutablePointer<Place>.allocate(capacity: capacity * 2)
      larger.moveInitialize(from: places, count: used)
      places.deallocate()
      places = larger
      capacity *= 2
    }
    (places + used).initialize(to: place)
    used += 1
  }
}

extension ObjectShape {
  /// The places of all strong references, when each is a word at a fixed place.
  var plainPlaces: [SlotPlans.Place]? {
    guard kind == .instance || kind == .context || kind == .box, !needsBindings else { return nil }
    return slots.plainPlaces
  }
}

extension [Slot] {
  /// The places of all strong references, when each is a word at a fixed place.
  var plainPlaces: [SlotPlans.Place]? {
    var places: [SlotPlans.Place] = []
    for slot in self {
      let place = Int32(slot.offset)
      switch slot.kind {
      case .reference(.strong): places.append(SlotPlans.Place(word: place, code: place))
      case .reference: break
      case .function: places.append(SlotPlans.Place(word: place + 8, code: place))
      case .existential, .choice: return nil
      }
    }
    return places
  }
}
