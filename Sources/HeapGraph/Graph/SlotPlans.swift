/// The slots of the objects met last, ready for the pass over the heap: loads and adds only.
///
/// A small table, found by the metadata word, holds what the pass needs of a shape in plain
/// integers, so that no object is retained and no dictionary asked for each block. A place that
/// two metadata words share is overwritten and asked for again: slower, never wrong.
///
/// Invariant: the pointers are this object's own, allocated in init or `append`, freed in deinit,
/// and `first..<first + count` of any entry lies within `places`.
final class SlotPlans {
  /// What is to be done with blocks whose first word this is.
  enum Action: UInt8 {
    /// No Swift object: skip.
    case skip
    /// All strong references are words at fixed places.
    case plain
    /// The shape has to be asked.
    case ask
  }

  struct Plan {
    var metadata: UInt
    var instanceSize: Int32
    var first: Int32
    var count: Int32
    var action: Action
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
    let none = Plan(metadata: 0, instanceSize: 0, first: 0, count: 0, action: .skip)
    plans.initialize(repeating: none, count: Self.size)
  }

  deinit {
    plans.deallocate()
    places.deallocate()
  }

  /// The plan for a metadata word; asks `shape` when it isn't in the table.
  @inline(__always)
  func plan(for metadata: UInt, shape: (UInt) -> ObjectShape?) -> Plan {
    let index = Int(truncatingIfNeeded: (metadata >> 3) ^ (metadata >> 13)) & (Self.size - 1)
    let plan = plans[index]
    if plan.metadata == metadata { return plan }
    let fresh = makePlan(for: metadata, shape(metadata))
    plans[index] = fresh
    return fresh
  }

  private func makePlan(for metadata: UInt, _ shape: ObjectShape?) -> Plan {
    guard let shape else {
      return Plan(metadata: metadata, instanceSize: 0, first: 0, count: 0, action: .skip)
    }
    guard let places = shape.plainPlaces else {
      return Plan(
        metadata: metadata, instanceSize: Int32(shape.instanceSize), first: 0, count: 0,
        action: .ask)
    }
    // A context's shape doesn't tell its size: look at its last place instead.
    let end = places.map { Int($0.word) + 8 }.max() ?? 16
    let first = used
    places.forEach(append)
    return Plan(
      metadata: metadata, instanceSize: Int32(max(shape.instanceSize, end)), first: Int32(first),
      count: Int32(places.count), action: .plain)
  }

  private func append(_ place: Place) {
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
    guard kind == .instance || kind == .context || kind == .box, !needsBindings,
      case .none = tail
    else { return nil }
    var places: [SlotPlans.Place] = []
    for slot in slots {
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
