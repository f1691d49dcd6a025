import Foundation

/// Why watching can't lead to a verdict.
public enum WatchError: Error, Equatable, CustomStringConvertible {
  /// Nothing was watched, so nothing can be said to have been freed.
  case nothingWatched

  /// A value was boxed and passed as an object: the box dies at once and proves nothing.
  ///
  /// Carries the type of the box.
  case boxedValue(String)

  /// What happened, and what to do about it.
  public var description: String {
    switch self {
    case .nothingWatched:
      "Nothing was watched: call watch(_:) with the object that should go away."
    case .boxedValue(let type):
      """
      Watched a value, not an object: it arrived boxed as \(type), and the box goes at once \
      whatever happens. Watch the object that the value holds.
      """
    }
  }

  /// Tells a box around a value from an object somebody made.
  ///
  /// On Linux `value as AnyObject` makes a `__SwiftValue`, or one of Foundation's value classes
  /// where the type bridges to one.
  static func boxedValue(in object: AnyObject) -> WatchError? {
    let type = String(describing: Swift.type(of: object))
    switch object {
    case _ where type == "__SwiftValue",
      is NSNumber, is NSString, is NSArray, is NSDictionary, is NSSet, is NSData, is NSDate:
      return .boxedValue(type)
    default:
      return nil
    }
  }
}
