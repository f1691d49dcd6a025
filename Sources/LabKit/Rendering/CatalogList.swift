/// The pairs as a list, each with the rule it teaches.
struct CatalogList {
  let width: Int

  var lines: [Line] {
    let nameWidth = (Catalog.pairs.map(\.name.count).max() ?? 0) + 2
    return Catalog.pairs.flatMap { pair -> [Line] in
      let number = String(pair.number)
      let head =
        Line(String(repeating: " ", count: 2 - number.count) + number + "  ", .quiet)
        + Line(pair.name, .strong)
      let column = 4 + nameWidth
      let fits = width >= column + 24
      let indent = fits ? column : 4
      let title = pair.title.wrapped(to: width - indent)
      let rest = (fits ? Array(title.dropFirst()) : title).map { Line($0) }
      let rule = pair.rule.wrapped(to: width - indent).map { Line($0, .quiet) }
      return [fits ? head.padded(to: column) + Line(title[0]) : head]
        + (rest + rule).map { Line().padded(to: indent) + $0 }
    }
      + ["", "Each has a program leak-NAME and a program fix-NAME; the control leaks nothing."]
      .flatMap { $0.wrapped(to: width).map { Line($0) } }
  }
}
