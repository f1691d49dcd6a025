/// What holds an object from outside the objects' own references.
public struct Root: Sendable, Hashable, Codable {
  /// The sort of holder.
  public enum Kind: String, Sendable, Hashable, Codable {
    /// A task that isn't finished; the name is the function that it runs.
    case task
    /// A Foundation timer, which a run loop (or its own unbalanced retain) keeps.
    case timer
    /// The notification centre, with the observers that it keeps.
    case notificationCenter = "notification centre"
    /// A URL session that isn't invalidated.
    case session
    /// A dispatch source, queue or work item.
    case dispatch
    /// An operation queue or an operation in it.
    case operation
    /// A thread object.
    case thread
    /// A global or static variable; the name is the variable's.
    case global
    /// A static object that is never freed.
    case staticObject = "static object"
    /// Memory that Swift does not describe, such as a C structure.
    case memory
    /// Nothing that could be found.
    case unseen
  }

  /// The sort of holder.
  public var kind: Kind
  /// What it is called, as in the source where it has a name there.
  public var name: String

  /// Makes a root.
  public init(kind: Kind, name: String) {
    self.kind = kind
    self.name = name
  }
}

extension Root: CustomStringConvertible {
  /// The holder in a few words: `task running closure #1 in Patrol.start()`.
  public var description: String {
    switch kind {
    case .task: "task running \(name)"
    case .global: "global variable \(name)"
    case .staticObject: "static object \(name)"
    case .unseen, .memory: name
    case .timer, .notificationCenter, .session, .dispatch, .operation, .thread:
      name
    }
  }
}
