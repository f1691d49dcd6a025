/// Why there is no chain: the program can't be read here, or not in this build.
public enum SnapshotError: Error, Sendable, Equatable, CustomStringConvertible {
  /// Not Linux, or not a 64-bit glibc Linux.
  case unsupportedPlatform
  /// The build's sanitizer owns malloc.
  case sanitizerBuild
  /// Another malloc than the ledger's answers.
  case otherAllocator
  /// The ledger ran out of address space.
  case ledgerIncomplete
  /// A limit on the address space leaves too little of it for reading the heap.
  case notEnoughAddressSpace
  /// The program brings its own Swift runtime, whose functions can't be found.
  case strippedRuntime
  /// The program brings another toolchain's Swift runtime.
  case otherRuntime
  /// The copy of the process could not be made.
  case cannotFreeze(errno: Int32)
  /// The system forbids reading the copy's memory.
  case cannotReadMemory

  /// One full sentence that says why there is no chain.
  public var description: String {
    switch self {
    case .unsupportedPlatform:
      #if os(macOS)
        "There is no chain because the heap is read on Linux only; on macOS, `leaks` does this job."
      #else
        "There is no chain because the heap is read on 64-bit Linux with glibc only."
      #endif
    case .sanitizerBuild:
      "There is no chain because a sanitizer owns malloc in this build; build without it."
    case .otherAllocator:
      "There is no chain because another malloc than the heap ledger's answers in this program."
    case .ledgerIncomplete:
      "There is no chain because the heap ledger ran out of address space (`ulimit -v`)."
    case .notEnoughAddressSpace:
      "There is no chain because the address space is too small to read the heap (`ulimit -v`)."
    case .strippedRuntime:
      "There is no chain because the Swift runtime that is linked into this program has no symbols; "
        + "build it without `strip` and `-Xlinker -s`, or without --static-swift-stdlib."
    case .otherRuntime:
      "There is no chain because the Swift runtime that is linked into this program is not the one "
        + "that the reader was built with; build both with one toolchain."
    case .cannotFreeze(let code):
      "There is no chain because a copy of this process could not be made (errno \(code))."
    case .cannotReadMemory:
      "There is no chain because this system forbids reading a child process's memory."
    }
  }
}
