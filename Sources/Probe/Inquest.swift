/// The course of one settling together with what the heap says on the way.
struct Inquest {
  private var course: SettlingCourse
  private var witness: HeapWitness

  init(_ settling: Settling, witness: HeapWitness = HeapWitness()) {
    course = SettlingCourse(settling, at: .now)
    self.witness = witness
  }

  /// Takes one more turn; says whether the verdicts are final.
  ///
  /// The heap is read when most of what goes has gone, and again at the end where that was not
  /// yet a proof: by then what held an object may be another.
  mutating func isClosed(after objects: [WatchedObject]) -> Bool {
    switch course.step(alive: objects.map(\.isAlive), at: .now) {
    case .wait: return false
    case .look: return witness.look(at: objects)
    case .end:
      if objects.contains(where: \.isAlive) { _ = witness.look(at: objects) }
      return true
    }
  }

  /// The report on each object, once the verdicts are final.
  mutating func reports(on objects: [WatchedObject]) -> [SubjectReport] {
    let destroyed = witness.lookForDestroyed(among: objects)
    return objects.enumerated().map { index, object in
      let (verdict, after) = course.verdict(of: index)
      return witness.report(
        index, type: object.type, destroyed.contains(index) ? .destroyedButReferenced : verdict,
        after: after)
    }
  }
}
