import CFrozenChild

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension HeapSnapshot {
  /// Tells whether what lies at an address looks like an object whose deinit has run.
  ///
  /// A look at one word of this process, far cheaper than a snapshot, for objects that are gone
  /// as their weak references have it: an object that something refers to after its deinit keeps
  /// its memory. A snapshot tells whether such a reference is a strong one.
  ///
  /// - Parameter address: where an object lay; it may have been freed, and is never dereferenced.
  /// - Returns: false for memory that is gone or another living object's.
  public static func looksDestroyed(at address: UInt) -> Bool {
    let file = cfc_open(getpid())
    defer { cfc_close(file) }
    let memory = ProcessMemory(process: getpid(), file: file)
    guard let word = memory.word(at: address + 8) else { return false }
    var count = RetainCount(word: word)
    if case .inSideTable(let table) = count {
      guard let word = memory.word(at: table + 16) else { return false }
      count = RetainCount(word: word)
    }
    if case .counted(_, isDestroyed: true) = count { return true }
    return false
  }
}
