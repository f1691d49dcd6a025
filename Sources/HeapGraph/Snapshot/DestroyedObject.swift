import CFrozenChild

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension HeapSnapshot {
  /// Tells whether what lies at an address looks like an object whose deinit has run.
  ///
  /// A look at two words of this process, far cheaper than a snapshot, for objects that are gone
  /// as their weak references have it: an object that something refers to after its deinit keeps
  /// its memory. A snapshot tells whether such a reference is a strong one.
  ///
  /// Memory that was freed has other words there, malloc's own among them, and any of those may
  /// look like a count; so the first word has to be the object's class still.
  ///
  /// - Parameters:
  ///   - address: where an object lay; it may have been freed, and is never dereferenced.
  ///   - type: the object's class.
  /// - Returns: false for memory that is gone, or no object of that class, or a living one.
  public static func looksDestroyed(at address: UInt, as type: AnyClass) -> Bool {
    let file = cfc_open(getpid())
    defer { cfc_close(file) }
    let memory = ProcessMemory(process: getpid(), file: file)
    guard let words = memory.words(at: address, count: 2),
      words[0] == UInt(bitPattern: ObjectIdentifier(type))
    else { return false }
    var count = RetainCount(word: words[1])
    if case .inSideTable(let table)? = count {
      guard let word = memory.word(at: table + 16) else { return false }
      count = RetainCount(word: word)
    }
    if case .counted(_, isDestroyed: true)? = count { return true }
    return false
  }
}
