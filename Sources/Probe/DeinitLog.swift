import Synchronization

/// Tells whoever watches `object` that its deinit runs.
///
/// Call it from a deinit, as the one check-mark line of a watched class:
///
/// ```swift
/// deinit { logDeinit(self) }
/// ```
///
/// Where nobody watches the object it does nothing. Callable on any thread. `object` is used
/// only during the call and is not kept.
public func logDeinit(_ object: AnyObject) {
  DeinitLog.report(ObjectIdentifier(object), of: ObjectIdentifier(type(of: object)))
}

/// Routes the deinit of a watched object to the watchlist that watches it.
///
/// A deinit knows nothing but `self`, so the routes have to be process-wide. They are keyed by
/// the object, so two watchlists share one only if they watch the very same object.
enum DeinitLog {
  private struct Route {
    /// Guards against a stale route: a class without a check-mark line never takes its route
    /// away, and its memory may go to an object of another class.
    let type: ObjectIdentifier
    let watchlist: ObjectIdentifier
    let deliver: @Sendable () -> Void
  }

  private static let routes = Mutex<[ObjectIdentifier: [Route]]>([:])

  static func route(
    _ object: AnyObject, to watchlist: Watchlist, deliver: @escaping @Sendable () -> Void
  ) {
    let identity = ObjectIdentifier(object)
    let route = Route(
      type: ObjectIdentifier(type(of: object)), watchlist: ObjectIdentifier(watchlist),
      deliver: deliver)
    routes.withLock { routes in
      let others = routes[identity, default: []]
        .filter { $0.type == route.type && $0.watchlist != route.watchlist }
      routes[identity] = others + [route]
    }
  }

  static func report(_ object: ObjectIdentifier, of type: ObjectIdentifier) {
    let found = routes.withLock { $0.removeValue(forKey: object) } ?? []
    for route in found where route.type == type { route.deliver() }
  }

  static func removeRoutes(of objects: [ObjectIdentifier], to watchlist: ObjectIdentifier) {
    routes.withLock { routes in
      for object in objects {
        let others = routes[object, default: []].filter { $0.watchlist != watchlist }
        routes[object] = others.isEmpty ? nil : others
      }
    }
  }
}
