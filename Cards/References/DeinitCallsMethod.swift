// QUESTION: Everything in this class is on the main actor, so its deinit
// may tidy up with its own method. May it?

@MainActor
final class Lantern {
  private var isLit = true

  func putOut() { isLit = false }

  deinit { putOut() }
}

// ANSWER: does not compile: call to main actor-isolated instance method
// 'putOut()' in a synchronous nonisolated context
//
// Whoever lets go last runs the deinit, on whatever thread, so a plain
// deinit belongs to no actor. `isolated deinit` is run on the main actor,
// and may call the method.
