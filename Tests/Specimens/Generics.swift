/// Objects of generic classes, and closures that capture generic values.
let generics = [
  Specimen("generic class", "Box<Holder>.value → Holder.box → Box<Holder>") {
    let holder = Holder()
    holder.box = Box(holder)
    use(holder)
  } clean: {
    let holder = Holder()
    holder.box = Box(nil)
  },
  Specimen("generic subclass", "Crate<Holder>.value → Holder.box → Crate<Holder>") {
    let holder = Holder()
    holder.box = Crate(holder)
    use(holder)
  } clean: {
    let holder = Holder()
    holder.box = Crate(nil)
  },
  Specimen("generic closure", "Holder.tap → closure #1 in keep<A>(_:in:).captures → Holder") {
    let holder = Holder()
    keep(holder, in: holder)
  } clean: {
    let holder = Holder()
    keep(17, in: holder)
  },
  Specimen("property wrapper", "Model.screen → Screen.@Kept model → Model") {
    let screen = Screen()
    screen.model = Model(screen)
    use(screen)
  } clean: {
    let screen = Screen()
    screen.model = Model(nil)
  },
  Specimen(
    "property wrapper with a box", "Box<Stand>.value → Stand.@Crated model → Box<Stand>"
  ) {
    let stand = Stand()
    stand.model = stand
    use(stand)
  } clean: {
    let stand = Stand()
    stand.model = stand
    stand.model = nil
  },
]

final class Holder {
  var box: Box<Holder>?
  var tap: (() -> Void)?
}
class Box<Value> {
  var value: Value?
  init(_ value: Value?) { self.value = value }
}
final class Crate<Value>: Box<Value> { var count = 1 }

@inline(never) func keep<Value>(_ value: Value, in holder: Holder) { holder.tap = { use(value) } }

@propertyWrapper struct Kept<Value> {
  var wrappedValue: Value
}
final class Screen { @Kept var model: Model? }
@propertyWrapper struct Crated<Value> {
  private let box: Box<Value>
  init() { box = Box(nil) }
  var wrappedValue: Value? {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
}
final class Stand { @Crated var model: Stand? }
final class Model {
  let screen: Screen?
  init(_ screen: Screen?) { self.screen = screen }
}
