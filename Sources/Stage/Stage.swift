/// A stand-in for what SwiftUI does with a screen, without a window.
///
/// It has the ownership and nothing else: the stage owns the screen it shows, and through it the
/// screen's `@State` boxes and its task. Popped, it lets go of the screen and cancels the task.
/// What it shows of a leak is true of these owners; it says nothing about Apple's SwiftUI, which
/// keeps a screen for reasons of its own now and then.
@MainActor
public final class Stage {
  private var screen: (any Screen)?
  private var work: Task<Void, Never>?

  /// Makes an empty stage.
  public init() {}

  /// Shows a screen in the place of the one before.
  ///
  /// - Parameter screen: The screen, which appears before this returns; its task begins after.
  public func show(_ screen: some Screen) {
    pop()
    self.screen = screen
    screen.onAppear()
    work = Task { await screen.task() }
  }

  /// Lets go of the screen and cancels its task; without a screen it does nothing.
  ///
  /// A cancelled task goes on until it looks: a task that never does keeps what it names.
  public func pop() {
    work?.cancel()
    work = nil
    let leaving = screen
    screen = nil
    leaving?.onDisappear()
  }

  /// What the screen reads now; nil without a screen.
  public var shown: String? { screen?.body }

  /// Presses the button with that title on the screen that is shown.
  ///
  /// - Parameter title: The button's title.
  /// - Returns: Whether there was such a button.
  @discardableResult
  public func press(_ title: String) -> Bool {
    guard let button = screen?.buttons.first(where: { $0.title == title }) else { return false }
    button.action()
    return true
  }
}
