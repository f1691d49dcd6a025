import Probe

/// A model listens to its own stream, and means to finish it in its deinit.
///
/// You write it because whoever makes a stream should finish it. But the
/// task that listens holds the model until the stream ends, and the stream
/// ends when the model goes.
///
///     task running closure #1 in Radio.listen()
///     └─ captures     Radio
///        └─ listening    Task   ↩ back where it began
///
/// Try: call `finish` from `run` instead. Why is that easy to forget?
@main
struct Bridge: Experiment {
  let expected = Verdict.stillAlive

  func run(_ trial: Trial) {
    let radio = Radio()
    trial.watch(radio)
    trial.note("A radio writes down the calls that come in.")
    radio.listen()
    trial.check("there is silence at first", radio.heard.isEmpty)
    radio.receive("all well")
    trial.spin(until: "a call was heard") { radio.heard == ["all well"] }
    radio.receive("land")
    trial.spin(until: "so was the next one") { radio.heard.last == "land" }
    trial.ownerLetsGo("The ship is in port: nobody needs the radio now.")
  }
}

@MainActor
final class Radio {
  private(set) var heard: [String] = []
  private let (calls, incoming) = AsyncStream.makeStream(of: String.self)
  private var listening: Task<Void, Never>?

  func listen() {
    listening = Task {
      // LEAK: `calls` and `heard` name `self`, for as long as calls come.
      for await call in calls { heard.append(call) }
    }
  }

  func receive(_ call: String) { incoming.yield(call) }

  deinit {
    incoming.finish()
    logDeinit(self)
  }
}
