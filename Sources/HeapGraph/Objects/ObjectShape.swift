import Synchronization

/// What is known of all objects with one metadata: where they hold what.
final class ObjectShape: Sendable {
  /// What the object is to a reader.
  enum Kind: Equatable, Sendable {
    case instance, context, box, error, task, job, block
  }

  /// Memory behind the fixed part of an object.
  enum Tail: Sendable {
    case none
    /// Elements of one type, their number at +16, from `offset` on, `stride` apart.
    case elements(slots: [Slot], offset: Int, stride: Int)
    /// A set's or dictionary's table: see `HashedStorage`.
    case hashed(keys: Elements?, values: Elements?, bitmapOffset: Int)
  }

  struct Elements: Sendable {
    let type: TypeMetadata
    let slots: [Slot]
  }

  let kind: Kind
  let module: String
  let instanceSize: Int
  let slots: [Slot]
  let tail: Tail
  /// Storage that a reader doesn't think of as an object: it is looked through when drawn.
  let isTransparent: Bool
  /// A closure context whose slots depend on the types that each one binds.
  let needsBindings: Bool

  private let makeName: @Sendable () -> String
  private let knownName = Mutex<String?>(nil)

  /// The name of the type; made when it is first asked for, as most shapes are never drawn.
  var name: String {
    knownName.withLock { known in
      let name = known ?? makeName()
      known = name
      return name
    }
  }

  /// Describes a shape.
  init(
    kind: Kind, name: @escaping @autoclosure @Sendable () -> String, module: String = "",
    instanceSize: Int, slots: [Slot],
    tail: Tail = .none, isTransparent: Bool = false, needsBindings: Bool = false
  ) {
    self.kind = kind
    makeName = name
    self.module = module
    self.instanceSize = instanceSize
    self.slots = slots
    self.tail = tail
    self.isTransparent = isTransparent
    self.needsBindings = needsBindings
  }
}
