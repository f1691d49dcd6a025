import Synchronization

/// Objects that values hold: structs, enums, tuples, existentials, collections.
let values = [
  Specimen("struct", "Room.state.owner → Room") {
    let room = Room()
    room.state = State(owner: room)
  } clean: {
    let room = Room()
    room.state = State(owner: room)
    room.state = nil
  },
  Specimen("existential struct", "Room.guest.owner → Room") {
    let room = Room()
    room.guest = State(owner: room)
  } clean: {
    let room = Room()
    room.guest = State(owner: nil)
  },
  Specimen("large existential", "Room.guest.owner → Room") {
    let room = Room()
    room.guest = Large(owner: room)
  } clean: {
    let room = Room()
    room.guest = Large(owner: nil)
  },
  Specimen("class existential", "Room.guest → Visitor.room → Room") {
    let room = Room()
    room.guest = Visitor(room)
  } clean: {
    let room = Room()
    room.guest = Visitor(nil)
  },
  Specimen("any", "Room.anything → Room") {
    let room = Room()
    room.anything = room
  } clean: {
    let room = Room()
    room.anything = [1, 2, 3]
  },
  Specimen("enum", "Room.phase.busy → Visitor.room → Room") {
    let room = Room()
    room.phase = .busy(Visitor(room))
  } clean: {
    let room = Room()
    room.phase = .busy(Visitor(room))
    room.phase = .idle
  },
  Specimen("indirect enum", "Room.phase.chain.busy → Visitor.room → Room") {
    let room = Room()
    room.phase = .chain(.busy(Visitor(room)))
  } clean: {
    let room = Room()
    room.phase = .chain(.busy(Visitor(nil)))
  },
  Specimen("tuple", "Room.pair.second → Visitor.room → Room") {
    let room = Room()
    room.pair = (1, Visitor(room))
  } clean: {
    let room = Room()
    room.pair = (1, Visitor(nil))
  },
  Specimen("dictionary", "Room.visitors[] → Visitor.room → Room") {
    let room = Room()
    room.visitors["one"] = Visitor(room)
  } clean: {
    let room = Room()
    room.visitors["one"] = Visitor(room)
    room.visitors["one"] = nil
  },
  Specimen("set", "Member.room → Room.members[] → Member") {
    let room = Room()
    room.members = [Member(room)]
  } clean: {
    let room = Room()
    room.members = [Member(nil)]
  },
  Specimen("error", "Room.failure → error.room → Room") {
    let room = Room()
    room.failure = Trouble(room: room)
  } clean: {
    let room = Room()
    room.failure = Trouble(room: nil)
  },
  Specimen("optional struct in an array", "Room.states[].owner → Room") {
    let room = Room()
    room.states = [nil, State(owner: room), nil]
  } clean: {
    let room = Room()
    room.states = [nil, State(owner: room), nil]
    room.states.removeAll()
  },
  Specimen("mutex", "Room.anything → Safe.contents.visitors[] → Visitor.room → Room") {
    let (safe, room) = (Safe(), Room())
    room.anything = safe
    safe.contents.withLock { $0.visitors.append(Visitor(room)) }
  } clean: {
    let (safe, room) = (Safe(), Room())
    room.anything = safe
    safe.contents.withLock { $0.visitors.append(Visitor(room)) }
    safe.contents.withLock { $0.visitors.removeAll() }
  },
  Specimen("mutex in a generic class", "Room.anything → Vault<Int>.contents.value → Room") {
    let (vault, room) = (Vault(1), Room())
    room.anything = vault
    vault.contents.withLock { $0.value = room }
  } clean: {
    let (vault, room) = (Vault(1), Room())
    room.anything = vault
    vault.contents.withLock { $0.value = nil }
  },
]

final class Safe: Sendable {
  fileprivate struct Contents {
    var isOpen = false
    var visitors: [Visitor] = []
  }
  fileprivate let contents = Mutex(Contents())
}
final class Vault<Key: Sendable>: Sendable {
  let contents: Mutex<(key: Key, value: Room?)>
  init(_ key: Key) { contents = Mutex((key, nil)) }
}

protocol Guest {}
struct State: Guest { var owner: Room? }
struct Large: Guest {
  var numbers = (1, 2, 3, 4)
  var owner: Room?
}
indirect enum Phase {
  case idle
  case busy(Visitor)
  case chain(Phase)
}
struct Trouble: Error { var room: Room? }
final class Visitor: Guest {
  let room: Room?
  init(_ room: Room?) { self.room = room }
}
final class Member: Hashable {
  let room: Room?
  init(_ room: Room?) { self.room = room }
  static func == (a: Member, b: Member) -> Bool { a === b }
  func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
final class Room: @unchecked Sendable {
  var state: State?
  var guest: (any Guest)?
  var anything: Any = 0
  var phase = Phase.idle
  var pair: (first: Int, second: Visitor?) = (0, nil)
  var visitors: [String: Visitor] = [:]
  var members: Set<Member> = []
  var failure: (any Error)?
  var states: [State?] = []
}
