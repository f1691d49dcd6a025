/// Rings that touch, and what hangs off them.
let tangles = [
  Specimen("rings that share a member", "Hub.left → Spoke.hub → Hub", "Hub.right → Spoke.hub → Hub")
  {
    let hub = Hub()
    (hub.left, hub.right) = (Spoke(hub), Spoke(hub))
  } clean: {
    let hub = Hub()
    (hub.left, hub.right) = (Spoke(nil), Spoke(nil))
  },
  Specimen(
    "ring within a ring", "Hub.left → Spoke.hub → Hub",
    "Hub.left → Spoke.other → Hub.right → Spoke.other → Hub"
  ) {
    let (outer, inner) = (Hub(), Hub())
    inner.left = Spoke(inner)
    outer.right = Spoke(nil)
    outer.right?.other = inner
    inner.left?.other = outer
  } clean: {
    let (outer, inner) = (Hub(), Hub())
    outer.right = Spoke(nil)
    outer.right?.other = inner
  },
  Specimen("ring that hangs off a ring", "Hub.left → Spoke.hub → Hub") {
    let (upper, lower) = (Hub(), Hub())
    upper.left = Spoke(upper)
    lower.left = Spoke(lower)
    upper.right = Spoke(nil)
    upper.right?.other = lower
  } clean: {
    let (upper, lower) = (Hub(), Hub())
    upper.right = Spoke(nil)
    upper.right?.other = lower
  },
  Specimen("much that hangs off a ring", "Hub.left → Spoke.hub → Hub") {
    let hub = Hub()
    hub.left = Spoke(hub)
    hub.cargo = (0..<100).map { _ in Cargo() }
  } clean: {
    let hub = Hub()
    hub.left = Spoke(nil)
    hub.cargo = (0..<100).map { _ in Cargo() }
  },
  Specimen("rings alike, whoever lies first", "Husband.wife → Wife.husband → Husband") {
    for isWifeFirst in [false, true, false, true] {
      let wife = isWifeFirst ? Wife() : nil
      let husband = Husband()
      husband.wife = wife ?? Wife()
      husband.wife?.husband = husband
    }
  } clean: {
    for isWifeFirst in [false, true, false, true] {
      let wife = isWifeFirst ? Wife() : nil
      let husband = Husband()
      husband.wife = wife ?? Wife()
      husband.wife?.weakHusband = husband
    }
  },
  Specimen("ten thousand rings", "Hub.left → Spoke.hub → Hub") {
    for _ in 0..<10_000 {
      let hub = Hub()
      hub.left = Spoke(hub)
    }
  } clean: {
    for _ in 0..<10_000 {
      let hub = Hub()
      hub.left = Spoke(hub)
      hub.left = nil
    }
  },
]

final class Hub {
  var left: Spoke?
  var right: Spoke?
  var cargo: [Cargo] = []
}
final class Spoke {
  var hub: Hub?
  var other: Hub?
  init(_ hub: Hub?) { self.hub = hub }
}
final class Cargo { var weight = 3 }
