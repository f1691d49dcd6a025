import Testing

@testable import Probe

/// The waiting rule, turn by turn, without a clock.
struct SettlingTests {
  private let start = ContinuousClock.now

  /// Runs a course of turns, one character a turn for each object: `o` alive, `.` gone.
  private func course(_ objects: String..., prompt: Int, grace: Int) -> (turns: Int, [Verdict]) {
    var course = SettlingCourse(Settling(look: 1, prompt: prompt, grace: grace), at: start)
    let turns = objects.map { Array($0) }
    for turn in 0..<(turns.map(\.count).max() ?? 0) {
      let alive = turns.map { $0[min(turn, $0.count - 1)] == "o" }
      if course.step(alive: alive, at: start) == .end {
        return (turn, objects.indices.map { course.verdict(of: $0).0 })
      }
    }
    return (-1, [])
  }

  @Test func `the heap is looked at once, where something is left by then`() {
    var course = SettlingCourse(Settling(look: 2, prompt: 4, grace: 4), at: start)
    let steps = (0..<5).map { _ in course.step(alive: [true], at: start) }
    #expect(steps == [.wait, .wait, .look, .wait, .end])
  }

  @Test func `gone at the first look is freed at once`() {
    #expect(course(".", prompt: 2, grace: 5) == (0, [.freed]))
  }

  @Test func `gone within the prompt turns is freed, one turn after is late`() {
    #expect(course("oo.", prompt: 2, grace: 5) == (2, [.freed]))
    #expect(course("ooo.", prompt: 2, grace: 5) == (3, [.freedLate]))
  }

  @Test func `alive after the grace turns is still alive`() {
    #expect(course("oooooooooo", prompt: 2, grace: 5) == (5, [.stillAlive]))
  }

  @Test func `each change begins the grace turns anew`() {
    #expect(
      course("oooooooooooooooo", "oooo.", prompt: 2, grace: 5) == (9, [.stillAlive, .freedLate]))
  }
}
