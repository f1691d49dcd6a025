import Foundation
import HeapGraph

/// What came of running a program under watch.
struct WatchOutcome: Sendable {
  /// The program, then its arguments.
  let program: [String]
  /// How it ended; nil if it never began.
  let exit: Exit?
  /// The reports, in the order in which they were made.
  var reports: [HeapReport] = []
  /// Why there is none of its end.
  var failure: WatchFailure?
  /// How many processes it forked that went on without replacing themselves.
  var forks = 0

  /// Makes the outcome of a program that was not run.
  init(program: [String], failure: WatchFailure) {
    self.program = program
    exit = nil
    self.failure = failure
  }

  /// Draws the conclusions.
  ///
  /// - Parameters:
  ///   - program: The program, then its arguments.
  ///   - exit: How it ended.
  ///   - events: What the preloaded library said.
  ///   - reports: The reports that there are.
  ///   - lastWords: What the reporter wrote as it crashed.
  ///   - file: What the executable file says, by its path.
  init(
    program: [String], exit: Exit, events: [WatchEvent], reports: [HeapReport],
    lastWords: String = "", file: (String) -> ElfFile?
  ) {
    self.program = program
    self.exit = exit
    self.reports = reports.filter { $0.failure == nil }
    if let counts = events.last(where: { $0.word == "forks" })?.text.split(separator: " ")
      .compactMap({ Int($0) }), counts.count == 2
    {
      forks = max(0, counts[0] - counts[1])
    }
    failure = Self.failure(program, exit, events, reports, lastWords, file)
  }

  /// The report of its end, or the last one before.
  var last: HeapReport? { reports.last }

  private static func failure(
    _ program: [String], _ exit: Exit, _ events: [WatchEvent], _ reports: [HeapReport],
    _ lastWords: String, _ file: (String) -> ElfFile?
  ) -> WatchFailure? {
    if let last = reports.last, last.cause != "asked" {
      let prefix = "There is no chain because "
      return last.failure.map {
        .couldNotRead($0.hasPrefix(prefix) ? String($0.dropFirst(prefix.count)) : $0)
      }
    }
    guard let began = events.lastIndex(where: { $0.word == "began" }) else {
      guard let image = file(program[0]) else { return .unheard(program[0]) }
      return image.isDynamic ? .unheard(program[0]) : .staticExecutable(program[0])
    }
    let path = events[began].text
    let since = events[began...]
    func said(_ word: String) -> WatchEvent? { since.last { $0.word == word } }
    if said("sanitizer") != nil { return .sanitizer(path) }
    if let event = said("other-runtime") { return .otherRuntime(event.text) }
    if let event = said("other-allocator") { return .otherAllocator(event.text) }
    if said("ledger-incomplete") != nil {
      return .couldNotRead("the heap ledger ran out of address space (`ulimit -v`).")
    }
    if said("unsupported") != nil { return .couldNotRead("the heap can't be read on this system.") }
    if let event = said("no-reporter") {
      return .reporterFailed("could not be loaded: \(event.text)")
    }
    if let event = said("no-folder") { return .unreachable(event.text) }
    if said("no-proc") != nil { return .unreachable("/proc shows other processes") }
    if let event = said("not-written") {
      return .reporterFailed("could not write its report: \(event.text)")
    }
    if said("locked") != nil { return .locked }
    if said("reporter-stuck") != nil { return .reporterFailed("got stuck, and was ended") }
    if said("reporter-failed") != nil {
      return .reporterFailed("crashed" + (lastWords.isEmpty ? "" : ": \(lastWords)"))
    }
    if let event = said("no-fork") {
      return .reporterFailed("could not be started: \(event.text)")
    }
    if said("not-swift") != nil { return .notSwift(path) }
    switch exit {
    case .signal(SIGKILL): return .killed
    case .signal(let signal): return .crashed(signal: signal)
    default: break
    }
    if let event = since.last(where: { $0.word.hasPrefix("exec") }), event.word == "exec" {
      return .replaced(by: event.text)
    }
    if said("no-swift-yet") != nil { return .notSwift(path) }
    return .leftAnotherWay
  }
}
