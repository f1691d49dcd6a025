import Foundation
import Probe

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An object invalidates the URLSession whose delegate it is, when done.
///
/// Nothing more will be asked of the session, so it is told at once: it
/// finishes the request it has, and lets go of its delegate.
///
///     WeatherDesk
///     └─ session     URLSession, invalidated
///        └─ delegate    none
///
/// Try: `invalidateAndCancel()` instead. Does the forecast still come?
@main
struct Forecast: Experiment {
  let expected = Verdict.freed

  func run(_ trial: Trial) {
    let desk = WeatherDesk()
    trial.watch(desk)
    trial.note("A weather desk asks for a forecast, and waits for it.")
    desk.ask()
    trial.check("nothing is known at first", desk.forecast.isEmpty)
    trial.spin(until: "the forecast came") { desk.forecast == "breeze" }
    trial.ownerLetsGo("The forecast is read: nobody needs the desk now.")
  }
}

@MainActor
final class WeatherDesk: NSObject, URLSessionDataDelegate {
  private(set) var forecast = ""
  private var session: URLSession?

  func ask() {
    guard let url = URL(string: "data:text/plain,breeze") else { return }
    let session = URLSession(
      configuration: .ephemeral, delegate: self, delegateQueue: .main)
    self.session = session
    session.dataTask(with: url).resume()
    // FIX: after this request the session lets go of its delegate.
    session.finishTasksAndInvalidate()
  }

  nonisolated func urlSession(
    _: URLSession, dataTask: URLSessionDataTask, didReceive data: Data
  ) {
    let text = String(decoding: data, as: UTF8.self)
    MainActor.assumeIsolated { forecast += text }
  }

  deinit {
    logDeinit(self)
  }
}
