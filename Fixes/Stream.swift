import Probe

/// A model's task listens to the stream, and knows the model only weakly.
///
/// The task captures the stream on its own, so it can wait for a call
/// without the model. The model goes, its deinit finishes the stream, and
/// the loop ends.
///
///     task running closure #1 in Radio.listen()
///     └─ weak self    Radio   does not hold it
///
/// Try: leave out `finish`. The radio is freed; has its task ended?
@main
struct Bridge: Experiment {
  let expected = Verdict.freed

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
    listening = Task { [weak self, calls] in
      // FIX: the stream is captured on its own, and `self` only weakly.
      for await call in calls { self?.heard.append(call) }
    }
  }

  func receive(_ call: String) { incoming.yield(call) }

  deinit {
    incoming.finish()
    logDeinit(self)
  }
}
