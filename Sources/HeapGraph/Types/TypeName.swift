import CSwiftRuntime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Type names as a person would write them.
enum TypeName {
  /// Names the type of some metadata: no module, no private discriminator, with sugar.
  static func readable(_ metadata: MetadataPointer) -> String {
    // Metadata's address is what a value of type Any.Type holds.
    let type = unsafeBitCast(metadata.address, to: Any.Type.self)
    let described = _typeName(type, qualified: false)
    let full = _typeName(type)
    if full.contains("->") || full.contains("<Self.") { return TypeSugar.text(for: full) }
    #if os(Linux)
      if let mangled = _mangledTypeName(type) {
        let symbol = "$s" + mangled + "D"
        if let text = _swift_backtrace_demangle(symbol, symbol.utf8.count, nil, nil) {
          defer { free(text) }
          let name = String(cString: text)
          // A private type in a private place has no name that demangles.
          if !name.hasPrefix("$s") { return tidy(name) }
        }
      }
    #endif
    return tidy(described)
  }

  /// Writes a dictionary's colon the way people do, and leaves out what they don't write.
  static func tidy(_ name: String) -> String {
    name.replacing(" : ", with: ": ").replacing("Swift.", with: "")
      .replacing("<Pack{", with: "<").replacing("}>", with: ">")
  }
}
