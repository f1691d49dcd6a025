/// Objects that hold each other by their properties.
let plain = [
  Specimen("self", "Loop.itself → Loop") {
    let loop = Loop()
    loop.itself = loop
    use(loop)
  } clean: {
    let loop = Loop()
    loop.itself = loop
    loop.itself = nil
  },
  Specimen("two", "Husband.wife → Wife.husband → Husband") {
    let (husband, wife) = (Husband(), Wife())
    (husband.wife, wife.husband) = (wife, husband)
  } clean: {
    let (husband, wife) = (Husband(), Wife())
    (husband.wife, wife.weakHusband) = (wife, husband)
  },
  Specimen("parent and children", "Child.parent → Parent.children[] → Child") {
    let parent = Parent()
    parent.children = (0..<3).map { _ in Child(parent) }
  } clean: {
    let parent = Parent()
    parent.weakChildren = (0..<3).map { _ in WeakChild(parent) }
  },
  Specimen("doubly linked list", "Node.next → Node.previous → Node") {
    let nodes = (0..<5).map { _ in Node() }
    for (one, other) in zip(nodes, nodes.dropFirst()) { (one.next, other.previous) = (other, one) }
  } clean: {
    let nodes = (0..<5).map { _ in Node() }
    for (one, other) in zip(nodes, nodes.dropFirst()) {
      (one.next, other.weakPrevious) = (other, one)
    }
  },
  Specimen("a thousand links", "Node.next → Node → …") {
    let nodes = (0..<1000).map { _ in Node() }
    for (one, other) in zip(nodes, nodes.dropFirst() + nodes.prefix(1)) { one.next = other }
  } clean: {
    let nodes = (0..<1000).map { _ in Node() }
    for (one, other) in zip(nodes, nodes.dropFirst()) { one.next = other }
  },
  Specimen("parallel edges", "Twin.left → Twin.left → Twin", "Twin.left → Twin.right → Twin") {
    let (one, other) = (Twin(), Twin())
    (one.left, one.right, other.left) = (other, other, one)
  } clean: {
    let (one, other) = (Twin(), Twin())
    (one.left, one.right) = (other, other)
  },
  Specimen("subclass", "Cabin.ship → Steamer.cabin → Cabin") {
    let ship = Steamer()
    ship.cabin = Cabin(ship)
    use(ship)
  } clean: {
    let ship = Steamer()
    ship.cabin = Cabin(nil)
  },
  Specimen("property of a subclass", "Boiler.steamer → Steamer.boiler → Boiler") {
    let steamer = Steamer()
    steamer.boiler = Boiler(steamer)
    use(steamer)
  } clean: {
    let steamer = Steamer()
    steamer.boiler = Boiler(nil)
  },
  Specimen("actor", "Clerk.desk → Desk.clerk → Clerk") {
    let desk = Desk()
    desk.clerk = Clerk(desk)
  } clean: {
    let desk = Desk()
    desk.clerk = Clerk(nil)
  },
  Specimen("unowned", "Owner.tenant → Tenant.owner → Owner") {
    let owner = Owner()
    owner.tenant = Tenant(owner, isStrong: true)
  } clean: {
    let owner = Owner()
    owner.tenant = Tenant(owner, isStrong: false)
  },
  Specimen("a global that was cleared", "Husband.wife → Wife.husband → Husband") {
    kept = Husband()
    kept?.wife = Wife()
    kept?.wife?.husband = kept
    kept = nil
  } clean: {
    kept = Husband()
    kept?.wife = Wife()
    kept?.wife?.husband = kept
  },
  Specimen("broken in deinit", "Husband.wife → Wife.husband → Husband") {
    let keeper = Keeper()
    keeper.husband.wife = keeper.wife
    keeper.wife.husband = keeper.husband
  } clean: {
    let keeper = Keeper()
    keeper.husband.wife = keeper.wife
    keeper.wife.husband = keeper.husband
    keeper.breaksUp = true
  },
]

final class Loop { var itself: Loop? }
final class Husband { var wife: Wife? }
final class Wife {
  var husband: Husband?
  weak var weakHusband: Husband?
}
final class Parent {
  var children: [Child] = []
  var weakChildren: [WeakChild] = []
}
final class Child {
  let parent: Parent
  init(_ parent: Parent) { self.parent = parent }
}
final class WeakChild {
  weak var parent: Parent?
  init(_ parent: Parent) { self.parent = parent }
}
final class Node {
  var next: Node?
  var previous: Node?
  weak var weakPrevious: Node?
}
final class Twin {
  var left: Twin?
  var right: Twin?
}
class Ship { var cabin: Cabin? }
final class Steamer: Ship { var boiler: Boiler? }
final class Cabin {
  let ship: Ship?
  init(_ ship: Ship?) { self.ship = ship }
}
final class Boiler {
  let steamer: Steamer?
  init(_ steamer: Steamer?) { self.steamer = steamer }
}
final class Desk: @unchecked Sendable { var clerk: Clerk? }
actor Clerk {
  let desk: Desk?
  init(_ desk: Desk?) { self.desk = desk }
}
final class Owner { var tenant: Tenant? }
final class Tenant {
  let owner: Owner?
  unowned let landlord: Owner
  init(_ owner: Owner, isStrong: Bool) {
    self.owner = isStrong ? owner : nil
    landlord = owner
  }
}
final class Keeper {
  let husband = Husband()
  let wife = Wife()
  var breaksUp = false
  deinit { if breaksUp { wife.husband = nil } }
}
nonisolated(unsafe) var kept: Husband?
