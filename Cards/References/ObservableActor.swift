// QUESTION: The counter is shared by many tasks, and the screen observes
// it: an observable actor. What comes of it?

import Observation

@Observable
actor PassageCounter {
  var passages = 0

  func count() { passages += 1 }
}

// ANSWER: does not compile: '@Observable' cannot be applied to actor type
// 'PassageCounter' (from macro 'Observable')
//
// A screen reads what it observes at once, and an actor's properties can be
// read from outside only by waiting. Make it a class on the main actor,
// which the screen owns, and keep the sharing in an actor behind it.
