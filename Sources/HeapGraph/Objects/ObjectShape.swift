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
  let name: String
  let module: String
  let instanceSize: Int
  let slots: [Slot]
  let tail: Tail
  /// Storage that a reader doesn't think of as an object: it is looked through when drawn.
  let isTransparent: Bool
  /// A closure context whose slots depend on the types that each one binds.
  let needsBindings: Bool

  /// Describes a shape.
  init(
    kind: Kind, name: String, module: String = "", instanceSize: Int, slots: [Slot],
    tail: Tail = .none, isTransparent: Bool = false, needsBindings: Bool = false
  ) {
    self.kind = kind
    self.name = name
    self.module = module
    self.instanceSize = instanceSize
    self.slots = slots
    self.tail = tail
    self.isTransparent = isTransparent
    self.needsBindings = needsBindings
  }
}
