/// The cards that run, deck by deck, in the order of teaching.
///
/// A deck's name is its folder's; tests hold this list against the folders and the lab's catalog.
@MainActor
enum Decks {
  static let all: [(name: String, cards: [any Card.Type])] = [
    (
      "Screens",
      [
        NamedEverywhere.self, ScreenCallback.self, ScreenProperty.self, ScreenTask.self,
        TaskInOnAppear.self,
      ]
    ),
    (
      "Closures",
      [
        HelperStrong.self, HelperWeak.self, RowTaps.self, ObservationIgnored.self,
        MapClosure.self, MethodAsValue.self, LazyClosureUnread.self, LazyClosureRead.self,
        LazyCalledAtOnce.self, WeakInside.self, LocalFunction.self, UnownedCopiedOut.self,
      ]
    ),
    (
      "Tasks",
      [
        ObservationsLoop.self, UnwrappedOnce.self, UnwrappedEachPass.self, IsolatedDeinit.self,
        DetachedTask.self, LongAwait.self, NeverBegun.self, DroppedHandle.self, NotStopped.self,
      ]
    ),
    (
      "Owners",
      [
        TimerRunning.self, TimerInvalidated.self, ObserverBlock.self, ObserverWeak.self,
        SessionDelegate.self, SessionInvalidated.self, TrackingBeforeChange.self,
        TrackingAfterChange.self, StaticObservers.self, DispatchTimer.self,
        DispatchTimerCancelled.self,
      ]
    ),
    (
      "References",
      [
        ParentChild.self, ChildWeak.self, RouterHoldsScreen.self, RouterHoldsWhich.self,
        UnownedRead.self, SessionProxy.self,
      ]
    ),
    (
      "Interview",
      [
        DelegateLoop.self, ErrorLoop.self, RetryLoop.self, LazyLoop.self, ChildLoop.self,
        AllFiveLoops.self, NoLoops.self,
      ]
    ),
    (
      "SlowCallback",
      [
        CallbackStrong.self, LoaderOwned.self, CallbackWeak.self, UnwrapBeforeAwait.self,
        FetchListens.self, FetchDeaf.self,
      ]
    ),
    (
      "Subscriptions",
      [
        SinkNobodyHolds.self, CancelOnce.self, ReplaceHandle.self, CellReused.self, CellReset.self,
      ]
    ),
    ("Debounce", [DebounceTry.self, DebounceCatch.self]),
  ]
}
