/// A screen's own value, kept in a box outside the screen.
///
/// As in SwiftUI, the wrapper in the screen is a value with a strong reference to the box, so
/// every copy of the screen, and every closure that captured a copy, keeps the box alive. Unlike
/// SwiftUI's, the box is there from the screen's making, not from its first drawing.
@MainActor
@propertyWrapper
public struct State<Value> {
  private let box: StateBox<Value>

  /// Makes the box with its first value.
  ///
  /// - Parameter wrappedValue: The first value.
  public init(wrappedValue: Value) {
    box = StateBox(wrappedValue)
  }

  /// The value in the box.
  public var wrappedValue: Value {
    get { box.value }
    nonmutating set { box.value = newValue }
  }
}

/// Where the value of a `@State` property lives.
@MainActor
final class StateBox<Value> {
  var value: Value

  init(_ value: Value) {
    self.value = value
  }
}
