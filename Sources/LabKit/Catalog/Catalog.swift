/// The programs of the lab, in the order of teaching.
public enum Catalog {
  /// The twelve pairs.
  public static let pairs = [
    Pair(
      number: 1, name: "callback", title: "a screen's closure in its own model",
      rule: "A struct has no cycle of its own, but a closure that copies it holds all it holds."),
    Pair(
      number: 2, name: "timer", title: "a timer's block that names its owner",
      rule: "What runs on a schedule holds what it names until it is stopped."),
    Pair(
      number: 3, name: "stored-task", title: "an endless task, cancelled in deinit",
      rule: "A deinit can't end the work that keeps the deinit from running."),
    Pair(
      number: 4, name: "orphan-task", title: "an endless task that nobody keeps",
      rule: "A task runs on without its handle: let whoever ends it own it."),
    Pair(
      number: 5, name: "parent-child", title: "a child that keeps its parent",
      rule: "Ownership goes one way: the way back is weak."),
    Pair(
      number: 6, name: "router", title: "a router that keeps the next screen",
      rule: "A value holds what its properties hold: store which screen, not the screen."),
    Pair(
      number: 7, name: "registrar", title: "a model that tracks itself",
      rule: "An observer's closure is kept until the change comes, if it comes."),
    Pair(
      number: 8, name: "rows", title: "a row whose tap names the list",
      rule: "What you keep, keeps its closures, and they keep what they name."),
    Pair(
      number: 9, name: "helper", title: "a helper that calls back",
      rule: "If you keep the one who calls you back, it must not keep you."),
    Pair(
      number: 10, name: "stream", title: "a loop over the model's own stream",
      rule: "A loop over a stream holds what it names until the stream ends."),
    Pair(
      number: 11, name: "weak-self-trap", title: "self unwrapped above an endless loop",
      rule: "Weak stays weak only until it is unwrapped: unwrap for one pass."),
    Pair(
      number: 12, name: "session-delegate", title: "a session that keeps its delegate",
      rule: "Not every delegate is weak: a URLSession keeps its own until it is invalidated."),
  ]

  /// Everything the lab can run: the control, then both halves of each pair.
  public static let programs = [Program.control] + pairs.flatMap(\.programs)

  /// The programs that `name` stands for.
  ///
  /// - Parameter name: A pair's name or number, or one program's name.
  /// - Returns: Both halves for a pair, one for a program, nil for an unknown name.
  static func programs(named name: String) -> [Program]? {
    if let pair = pair(named: name) { return pair.programs }
    return programs.first { $0.name == name }.map { [$0] }
  }

  /// The pair of that name or number, or the pair that a program of that name belongs to.
  static func pair(named name: String) -> Pair? {
    pairs.first { $0.name == name || String($0.number) == name }
  }

  /// Every name that means something.
  static var names: [String] { pairs.map(\.name) + programs.map(\.name) }
}
