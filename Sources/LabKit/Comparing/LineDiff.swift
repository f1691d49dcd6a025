/// Two texts as one list of rows: what both have, and what only one has.
enum LineDiff {
  /// A line of both texts, or of one.
  enum Row: Equatable {
    case both(String)
    case removed(String)
    case added(String)
  }

  /// The rows that lead from one text to the other, what goes before what comes.
  static func rows(from old: [String], to new: [String]) -> [Row] {
    let difference = new.difference(from: old)
    let removed = Set(difference.removals.map(\.offset))
    let added = Set(difference.insertions.map(\.offset))
    var rows: [Row] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if removed.contains(left) {
        rows.append(.removed(old[left]))
        left += 1
      } else if added.contains(right) {
        rows.append(.added(new[right]))
        right += 1
      } else {
        rows.append(.both(new[right]))
        left += 1
        right += 1
      }
    }
    return rows
  }
}

extension CollectionDifference.Change {
  fileprivate var offset: Int {
    switch self {
    case .insert(let offset, _, _), .remove(let offset, _, _): offset
    }
  }
}
