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
  init() throws(SnapshotError) {
    switch chl_current_state() {
    case CHL_RECORDING: break
    case CHL_SANITIZED: throw .sanitizerBuild
    case CHL_REPLACED: throw .otherAllocator
    case CHL_INCOMPLETE: throw .ledgerIncomplete
    default: throw .unsupportedPlatform
    }
    let child = cfc_freeze()
    guard child > 0 else { throw .cannotFreeze(errno: -child) }
    memory = ProcessMemory(process: child, file: cfc_open(child))
    var probe: UInt = 0x5eed
    let address = withUnsafeMutablePointer(to: &probe) { UInt(bitPattern: $0) }
    guard memory.word(at: address) != nil else {
      cfc_close(memory.file)
      cfc_end(child)
      throw .cannotReadMemory
    }
  }

  deinit {
    cfc_close(memory.file)
    cfc_end(memory.process)
  }
}
