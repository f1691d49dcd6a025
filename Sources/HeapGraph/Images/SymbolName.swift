import CSwiftRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The name of a function or a variable, as a person would read it.
struct SymbolName: Sendable, Hashable {
  /// The symbol as it stands in the file.
  let mangled: String
  /// How far into the symbol the address lay.
  let offset: UInt
  /// The runtime's own readable form: `closure #1 in Model.start()`.
  let readable: String

  /// Demangles a symbol; what is no Swift or C++ symbol stays as it is.
  init(mangled: String, offset: UInt) {
    self.mangled = mangled
    self.offset = offset
    var text = mangled
    #if os(Linux)
      if let buffer = _swift_backtrace_demangle(mangled, mangled.utf8.count, nil, nil) {
        // A raw identifier's spaces come out as spaces that don't break.
        text = String(cString: buffer).replacing("\u{a0}", with: " ")
        free(buffer)
      }
    #endif
    readable = text
  }

  var isSwift: Bool { mangled.hasPrefix("$s") || mangled.hasPrefix("$S") }

  /// The module that declares it; nil where the symbol doesn't say.
  ///
  /// Grammar: swift/docs/ABI/Mangling.rst, where `s` is the standard library, `S` and a letter one
  /// of its types, `Sc` one of concurrency's.
  var module: String? {
    guard isSwift else { return nil }
    let name = mangled.dropFirst(2)
    if name.hasPrefix("Sc") { return "_Concurrency" }
    if name.hasPrefix("So") { return nil }
    if name.hasPrefix("s") || name.hasPrefix("S") { return "Swift" }
    let digits = name.prefix(while: \.isNumber)
    guard let count = Int(digits) else { return nil }
    return String(name.dropFirst(digits.count).prefix(count))
  }

  /// Tells whether this is a variable of Swift's whose type owns what it refers to; an
  /// `Unmanaged` may or may not.
  var ownsItsValue: Bool { isSwift && !mangled.contains("s9UnmanagedV") }

  /// Tells whether this only adapts one calling form to another and then calls what it captured.
  var isReabstraction: Bool {
    readable.contains("reabstraction thunk") || readable.contains("thunk for @")
  }

  /// The function that a person wrote: without thunks and resumption parts around its name.
  var function: String {
    var text = Substring(readable)
    let prefixes = [
      "partial apply for ", "partial apply forwarder for ", "async function pointer to ",
      "thunk for ", "protocol witness for ", "specialized ",
    ]
    var changed = true
    while changed {
      changed = false
      if text.hasPrefix("("), let close = text.range(of: "resume partial function for ") {
        text = text[close.upperBound...]
        changed = true
      }
      for prefix in prefixes where text.hasPrefix(prefix) {
        text = text.dropFirst(prefix.count)
        changed = true
      }
    }
    return Self.withoutImplicitClosures(String(text))
  }

  /// Leaves out the closures that the compiler put around a person's: a method reference reads
  /// `start()`, not `implicit closure #2 in implicit closure #1 in start()`.
  private static func withoutImplicitClosures(_ name: String) -> String {
    let parts = name.split(separator: " in ", omittingEmptySubsequences: true)
    let kept = parts.filter { !$0.hasPrefix("implicit closure #") }
    return kept.joined(separator: " in ")
      .replacing("variable initialization expression of ", with: "")
  }

  /// The name of a variable; the optimizer lays a static object out under a name of its own.
  var variable: String {
    guard let mark = readable.range(of: "one-time initialization function for ") else {
      return readable
    }
    return String(readable[mark.upperBound...])
  }

  /// The type whose member of this name the symbol belongs to: `State` for `State.wrappedValue`.
  func owner(ofMember member: String) -> String? {
    guard let end = readable.range(of: "." + member)?.lowerBound else { return nil }
    let owner = readable[..<end].split(whereSeparator: { $0 == " " || $0 == "." }).last
    return owner.map { String($0.prefix { $0 != "<" }) }
  }
}

extension StringProtocol {
  /// Finds the first place where `text` stands.
  func range(of text: String) -> Range<Index>? {
    firstRange(of: text)
  }
}
