/// A screen: a value that says what is shown, as a SwiftUI view does.
///
/// Being a struct, it is copied wherever it goes, and each copy names the same `@State` boxes.
@MainActor
public protocol Screen {
  /// What the screen reads, asked for anew each time the stage draws.
  var body: String { get }

  /// The buttons the screen offers, asked for anew each time the stage draws.
  var buttons: [Button] { get }

  /// Called once the screen is shown.
  func onAppear()

  /// Called once the screen has gone.
  func onDisappear()

  /// The screen's own work: begun as it appears, cancelled as it goes.
  func task() async
}

extension Screen {
  /// No buttons.
  public var buttons: [Button] { [] }
  /// Does nothing.
  public func onAppear() {}
  /// Does nothing.
  public func onDisappear() {}
  /// Does nothing.
  public func task() async {}
}

/// Something to press on a screen.
@MainActor
public struct Button {
  let title: String
  let action: () -> Void

  /// Makes a button.
  ///
  /// - Parameters:
  ///   - title: What it says, and what `Stage.press(_:)` finds it by.
  ///   - action: Called when it is pressed. The stage keeps it no longer than the press.
  public init(_ title: String, action: @escaping () -> Void) {
    self.title = title
    self.action = action
  }
}
