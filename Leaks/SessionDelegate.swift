import Foundation
import Probe

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// An object keeps a URLSession whose delegate it is.
///
/// You write it because delegates are weak, as everybody knows. This one is
/// not: a session keeps its delegate until the session is invalidated.
///
///     WeatherDesk
///     └─ session     URLSession
///        └─ delegate    WeatherDesk   ↩ back where it began
///
/// Try: use `URLSession.shared` with a completion handler. Who holds whom?
@main
struct Forecast: Experiment {
  let expected = Verdict.stillAlive

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
    // LEAK: the session holds its delegate, and nobody invalidates it.
    session.dataTask(with: url).resume()
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
