/// A weak reference to an object under watch, with what a report says of it.
///
/// Unchecked, since the object itself need not be `Sendable`: nothing here calls into it. Reading
/// a weak reference is atomic, and only whether it is nil is ever used.
struct WatchedObject: @unchecked Sendable {
  private(set) weak var object: AnyObject?
  let identity: ObjectIdentifier
  let objectType: AnyClass
  let type: String

  init(_ object: AnyObject) {
    self.object = object
    identity = ObjectIdentifier(object)
    objectType = Swift.type(of: object)
    type = String(describing: objectType)
  }

  var isAlive: Bool { object != nil }

  /// Where the object lies, or lay; a place to look up in a snapshot, never dereferenced.
  var address: UInt { UInt(bitPattern: identity) }
}
