import Foundation

/// Three hints a leak: a question, a direction, and what to write in the very line.
struct Hints {
  let question: String
  let direction: String
  let change: String

  /// The hints for a pair; `HintTests` sees that every pair has its own.
  static func of(_ pair: Pair) -> Hints? { all[pair.name] }

  private static let all = [
    "callback": Hints(
      question: "The model outlives its screen. What did the screen hand to it in `onAppear`?",
      direction:
        """
        `headline` is short for `self.headline`: the closure copies the whole screen, and the \
        screen holds the model. A model need not know who shows it.
        """,
      change:
        """
        Take the closure away: let the model keep `latest: String?`, and let `body` make its text \
        of `times.latest`.
        """),
    "timer": Hints(
      question: "Who calls the block each hundredth of a second, and does it ever stop?",
      direction:
        """
        The run loop keeps a repeating timer until somebody invalidates it; the timer keeps its \
        block, and the block keeps what it names.
        """,
      change:
        """
        Capture `[weak self]` in the block, and stop the timer in an `isolated deinit`: \
        `timer?.invalidate()`.
        """),
    "stored-task": Hints(
      question: "When does `stop` run, and what has to have happened before?",
      direction:
        """
        The loop ends when the task is cancelled, the task is cancelled in the deinit, and the \
        deinit waits for the loop. Somebody who is there earlier has to say stop.
        """,
      change: "The screen hears that it goes: call `gauge.stop()` in its `onDisappear`."),
    "orphan-task": Hints(
      question: "Who could cancel this task?",
      direction:
        """
        Nobody keeps its handle. A screen has work that the stage owns: what runs in its `task` is \
        cancelled as the screen is popped.
        """,
      change: "Move the loop from `onAppear` into `func task() async`, without a `Task` around it."
    ),
    "parent-child": Hints(
      question: "The fleet holds its boats. What does a boat hold?",
      direction:
        """
        Two that hold each other are never freed. Decide who owns whom; the way back only knows.
        """,
      change: "Make the way back weak: `weak var fleet: Fleet? = nil`."),
    "router": Hints(
      question: "A screen is a struct. What do its properties hold while the router keeps it?",
      direction:
        """
        The router keeps the next screen, and the screen has the router as a property. To know \
        where to go next it takes less than the screen.
        """,
      change:
        """
        Keep the berth's number, `private var next: Int?`, and make the `BerthScreen` in `show`.
        """),
    "registrar": Hints(
      question: "Who keeps the `onChange` closure until the change comes, if it comes?",
      direction:
        """
        The model's own observation registrar does, and the registrar is a property of the model. \
        What does the closure name?
        """,
      change: "Capture weakly: `onChange: { [weak self] in`, and `self?.changes += 1`."),
    "rows": Hints(
      question: "The list keeps its rows. What does a row keep?",
      direction:
        """
        Each row keeps its `onTap`, and each `onTap` names `self`, the list. All of them do: \
        mending one row frees nothing.
        """,
      change: "Capture weakly: `CargoRow { [weak self] in self?.opened = name }`."),
    "helper": Hints(
      question: "Who keeps the telescope, and what does the telescope keep?",
      direction:
        """
        The lookout owns the telescope, the telescope its closure, the closure `self`. Of the \
        three, one need not be strong.
        """,
      change: "Capture weakly: `{ [weak self] _ in self?.sightings += 1 }`."),
    "stream": Hints(
      question: "When does `for await` end, and who says so?",
      direction:
        """
        `finish` waits in the deinit, the deinit waits for the loop, and the loop names `self` \
        twice: `calls` is `self.calls`. The stream can be had without its owner.
        """,
      change:
        """
        Capture `[weak self, calls]` in the task, and write `self?.heard.append(call)` in the loop.
        """),
    "weak-self-trap": Hints(
      question: "`self` is captured weakly. What is it after the `guard`, and for how long?",
      direction:
        """
        Unwrapped above the loop it is a strong reference to the end of the loop, and this loop \
        has none. How long does one pass need it?
        """,
      change:
        """
        Let the loop observe `self?.depth`, and unwrap inside of it: \
        `guard let self, let depth else { return }`.
        """),
    "session-delegate": Hints(
      question: "Most delegates are weak. Is this one?",
      direction:
        """
        A `URLSession` holds its delegate until it is invalidated, and the delegate holds the \
        session. Who says that no more requests will come?
        """,
      change: "After the request was begun: `session.finishTasksAndInvalidate()`."),
  ]
}

/// Remembers how many hints of each leak were shown, in the build folder: forgetting them does no
/// harm.
struct HintShelf {
  private let folder: URL

  init(_ installation: Installation) {
    folder = installation.programs.appendingPathComponent("hints-shown")
  }

  /// The number of the next hint, from 0; the last one again when all were shown.
  func takeNext(of pair: Pair) -> Int {
    let file = folder.appendingPathComponent(pair.name)
    let shown = (try? String(contentsOf: file, encoding: .utf8)).flatMap { Int($0) } ?? 0
    let next = min(max(shown, 0), 2)
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try? String(next + 1).write(to: file, atomically: true, encoding: .utf8)
    return next
  }

  /// Begins again with the first.
  func forget(_ pair: Pair) {
    try? FileManager.default.removeItem(at: folder.appendingPathComponent(pair.name))
  }
}
