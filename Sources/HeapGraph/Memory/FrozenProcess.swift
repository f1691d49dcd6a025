import CFrozenChild
import CHeapLedger

/// A copy of this process that stands still until it is let go of.
///
/// It owns a child process (see CFrozenChild.h) and ends it in its deinit, so its memory can be
/// read exactly as long as this object lives. The program stops for the copying of page tables
/// only, about a millisecond per 100 MB of heap.
final class FrozenProcess: Sendable {
  let memory: ProcessMemory

  /// Freezes a copy of the calling process.
  ///
  /// - Throws: `SnapshotError` when the ledger isn't in force, or the errno of the failed clone.
  convenience init() throws(SnapshotError) {
    try self.init(child: cfc_freeze())
  }

  /// Takes over a copy that `cfc_freeze` made, or its error, and ends it in any case.
  ///
  /// - Throws: As the other.
  init(child: Int32) throws(SnapshotError) {
    if let obstacle = Self.obstacle {
      cfc_end(child)
      throw obstacle
    }
    guard child > 0 else { throw .cannotFreeze(errno: -child) }
    memory = ProcessMemory(process: child, file: cfc_open(child))
    guard memory.word(at: UInt(bitPattern: chl_top_table())) != nil else {
      cfc_close(memory.file)
      cfc_end(child)
      throw .cannotReadMemory
    }
  }

  private static var obstacle: SnapshotError? {
    switch chl_current_state() {
    case CHL_RECORDING: nil
    case CHL_SANITIZED: .sanitizerBuild
    case CHL_REPLACED: .otherAllocator
    case CHL_INCOMPLETE: .ledgerIncomplete
    default: .unsupportedPlatform
    }
  }

  deinit {
    cfc_close(memory.file)
    cfc_end(memory.process)
  }
}
