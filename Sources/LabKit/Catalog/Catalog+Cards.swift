extension Catalog {
  /// The decks of cards.
  public static let decks = [
    Deck(
      "screens", "Screens",
      """
      named-everywhere screen-callback screen-property screen-task task-in-on-appear weak-screen
      """),
    Deck(
      "closures", "Closures",
      """
      helper-strong helper-weak row-taps observation-ignored closure-without-self map-closure
      method-as-value lazy-closure-unread lazy-closure-read lazy-called-at-once weak-inside
      local-function unowned-copied-out
      """),
    Deck(
      "tasks", "Tasks",
      """
      observations-loop unwrapped-once unwrapped-each-pass isolated-deinit detached-task
      long-await never-begun dropped-handle not-stopped
      """),
    Deck(
      "owners", "Owners that never die",
      """
      timer-running timer-invalidated observer-block observer-weak session-delegate
      session-invalidated tracking-before-change tracking-after-change static-observers
      dispatch-timer dispatch-timer-cancelled
      """),
    Deck(
      "references", "References",
      """
      parent-child child-weak router-holds-screen router-holds-which unowned-read
      deinit-calls-method weak-protocol observable-actor session-proxy
      """),
    Deck(
      "interview", "An interview",
      """
      delegate-loop error-loop retry-loop lazy-loop child-loop all-five-loops no-loops
      """),
    Deck(
      "slow-callback", "A slow callback",
      """
      callback-strong loader-owned callback-weak unwrap-before-await fetch-listens fetch-deaf
      """),
    Deck(
      "subscriptions", "Subscriptions",
      """
      sink-nobody-holds cancel-once replace-handle cell-reused cell-reset
      """),
    Deck(
      "debounce", "Debounce",
      """
      debounce-try debounce-catch
      """),
  ]

  /// All cards, deck by deck.
  public static let cards = decks.flatMap(\.cards)

  /// The card of that name.
  static func card(named name: String) -> Card? { cards.first { $0.name == name } }

  /// The deck of that name.
  static func deck(named name: String) -> Deck? {
    decks.first { $0.name == name.lowercased() || $0.folder == name }
  }
}
