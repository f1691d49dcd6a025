import Foundation
import HeapGraph
import Probe
import Testing

@testable import LabKit

/// Every card run under `lab leaks`, which knows nothing of cards.
@Suite(.timeLimit(.minutes(5)))
struct CardLeaksTests {
  /// What is found of the cards that leak: rings, and tasks that nobody can resume.
  private static let found = [
    "screen-callback": [
      "Sounder.onEcho → closure #1 in SounderScreen.onAppear().captures @State sounder"
        + " → StateBox<Sounder>.value → Sounder"
    ],
    "helper-strong": [
      "Cutter.horn → Horn.onBlast → closure #1 in Cutter.listen().captures → Cutter"
    ],
    "row-taps": [
      "Locker.onKey → closure #1 in closure #1 in LockerRoom.fill().captures"
        + " → LockerRoom.lockers[] → Locker"
    ],
    "observation-ignored": [
      "Buoy.onDrift → closure #1 in Buoy.moor().captures → Buoy"
    ],
    "method-as-value": [
      "Bell.onRing → Ferry.makeReady().captures → Ferry.bell → Bell"
    ],
    "lazy-closure-read": [
      "Tug.lazy label → closure #1 in Tug.label.getter.captures → Tug"
    ],
    "weak-inside": [
      "Winch.onPull → closure #1 in Winch.rig().captures → Winch"
    ],
    "local-function": [
      "Crane.onLever → closure #1 in Crane.start().captures → Crane"
    ],
    "observations-loop": [
      "task closure #1 in Gauge.start()"
    ],
    "unwrapped-once": [
      "task closure #1 in Gauge.start()"
    ],
    "isolated-deinit": [
      "task closure #1 in Gauge.start()"
    ],
    "session-delegate": [
      "ChartDesk.session → URLSession.delegate → ChartDesk"
    ],
    "tracking-before-change": [
      "Flag.observation registrar → closure #2 in Flag.follow().captures → Flag"
    ],
    "parent-child": [
      "Convoy.ships[] → Ship.convoy → Convoy"
    ],
    "router-holds-screen": [
      "Pilot.next.pilot → Pilot"
    ],
    "delegate-loop": [
      "Cart.delegate → CartScreen.cart → Cart"
    ],
    "error-loop": [
      "Cart.onError → closure #1 in CartScreen.open().captures → CartScreen.cart → Cart"
    ],
    "retry-loop": [
      "CartScreen.retry → closure #1 in CartScreen.pay().captures → CartScreen"
    ],
    "lazy-loop": [
      "CartScreen.lazy price"
        + " → closure #1 in CartScreen.price.getter.captures → CartScreen"
    ],
    "child-loop": [
      "Cart.voucher → Voucher.cart → Cart"
    ],
    "all-five-loops": [
      "Cart.delegate → CartScreen.cart → Cart",
      "Cart.onError → closure #1 in CartScreen.open().captures → CartScreen.cart → Cart",
      "Cart.voucher → Voucher.cart → Cart",
      "CartScreen.lazy price"
        + " → closure #1 in CartScreen.price.getter.captures → CartScreen",
      "CartScreen.retry → closure #2 in CartScreen.open().captures → CartScreen",
    ],
    "loader-owned": [
      "ArrivalScreen.loader → Loader.callers[]"
        + " → closure #1 in ArrivalScreen.load().captures → ArrivalScreen"
    ],
  ]

  /// The cards whose object is still alive, and no leak: what holds it may let go of it yet.
  ///
  /// The timer that was invalidated never will: Foundation on Linux keeps a reference to it that
  /// nobody has. But a count alone doesn't tell that from one that somebody has.
  private static let held = [
    "task-in-on-appear": "task running closure #1 in RadarScreen.onAppear()",
    "dropped-handle": "task running closure #1 in Patrol.start()",
    "timer-running": "timer on a run loop",
    "timer-invalidated": "timer on a run loop",
    "observer-block": "notification centre",
    "static-observers": "global variable static Gull.all",
    "dispatch-timer": "dispatch source",
    "sink-nobody-holds": "global variable wind",
  ]

  @Test func `a card that leaks is found out, and nothing in any other`() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for (index, card) in Catalog.cards.enumerated() {
        // A few at a time: each is three processes, and other tests wait for theirs.
        if index >= 4 { try await group.next() }
        group.addTask { try await check(card) }
      }
      try await group.waitForAll()
    }
  }

  private func check(_ card: Card) async throws {
    let text = try CardText(card, lines: try BuiltPrograms.installation.lines(card.source))
    let isAlive = text.ending == .stillAlive
    #expect(
      isAlive == (Self.found[card.name] != nil || Self.held[card.name] != nil), "\(card.name)")
    if text.ending == .doesNotCompile { return }
    // What a program becomes by exec is followed; a backtrace takes seconds.
    let (report, result) = try await LeaksCommandTests.report(on: [
      "/usr/bin/env", "SWIFT_BACKTRACE=enable=no",
      BuiltPrograms.folder.appendingPathComponent("card").path, card.name, "--json",
    ])
    if text.ending == .crashes {
      #expect(
        report.failure == "it crashed: SIGABRT (signal 6). Its heap is not read then.",
        "\(card.name)")
      #expect(result.exit == .status(2), "\(card.name)")
      return
    }
    let drawn = report.shapes + (report.lostTasks ?? []).map { "task \($0.function)" }
    #expect(drawn.sorted() == Self.found[card.name] ?? [], "\(card.name)")
    #expect(report.ofLibraries?.count == 0, "\(card.name)")
    #expect(result.exit == .status(drawn.isEmpty ? 0 : 1), "\(card.name)")
    // The card has looked at its own heap, for its own object.
    let own = try JSONDecoder().decode(ExperimentReport.self, from: result.output.beginning)
    let alive = own.subjects.filter { $0.verdict == .stillAlive }
    #expect(alive.isEmpty != isAlive, "\(card.name)")
    if let root = Self.held[card.name] {
      #expect(alive.map { $0.holders?.proof.root?.description } == [root], "\(card.name)")
    }
  }
}

extension Holders.Proof {
  fileprivate var root: Root? {
    if case .root(let root) = self { root } else { nil }
  }
}
