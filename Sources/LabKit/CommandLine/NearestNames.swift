/// Finds the names that a mistyped one may have meant.
enum NearestNames {
  /// The nearest names, nearest first, at most three; empty where nothing is near.
  static func of(_ word: String, in names: [String]) -> [String] {
    let word = word.lowercased()
    let near = names.enumerated().compactMap { order, name -> (Int, Int, String)? in
      let edits = distance(Array(word), Array(name))
      let contains = word.count >= 3 && (name.contains(word) || word.contains(name))
      guard contains || edits <= max(2, name.count / 3) else { return nil }
      return (edits, order, name)
    }
    return near.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.prefix(3).map(\.2)
  }

  /// How many letters to insert, drop or change to make one word of the other (Levenshtein).
  private static func distance(_ a: [Character], _ b: [Character]) -> Int {
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let change = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, diagonal + 1)
      }
    }
    return row[b.count]
  }
}
