extension String {
  /// Breaks a sentence into lines of at most `width` columns, at spaces where there are any.
  func wrapped(to width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ") {
      var rest = word
      if !line.isEmpty, line.count + 1 + rest.count > width {
        lines.append(line)
        line = ""
      }
      while rest.count > width {
        lines.append(String(rest.prefix(width)))
        rest = rest.dropFirst(width)
      }
      line += (line.isEmpty ? "" : " ") + rest
    }
    if !line.isEmpty || lines.isEmpty { lines.append(line) }
    return lines
  }
}
