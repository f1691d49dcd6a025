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
]

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
