/// How a reference holds what it refers to.
public enum Strength: String, Sendable, Hashable, Codable {
  /// Owns its object: keeps it alive.
  case strong
  /// Becomes nil when the object goes.
  case weak
  /// Traps when used after the object went.
  case unowned
  /// A bare address.
  case unmanaged
}
