/// Which malloc blocks are live: the one question that a heap walk can't answer by reading memory.
///
/// Why this exists: glibc keeps no list of the blocks that it handed out, and a freed block looks
/// like a live one. So this target defines malloc and its kin, passes each call on to glibc, and
/// notes the address. It can go when glibc (or the Swift runtime) can list live blocks by itself.
///
/// The ledger is a byte map. glibc's smallest block takes 32 bytes and every block is 16-byte
/// aligned, so one byte per 32 bytes of heap is enough: 1 says "a block begins at +0", 2 says "a
/// block begins at +16". A byte belongs to one block alone, so plain stores do and nothing locks.
/// The map grows in leaves of 32 MiB of reserved address space, one per GiB of heap touched.
///
/// Memory: 3 % of the heap, untouched pages cost nothing. Time: see the bench target.
#ifndef CHL_HEAP_LEDGER_H
#define CHL_HEAP_LEDGER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__cplusplus)
extern "C" {
#endif

/// log2 of the bytes of heap that one leaf describes (1 GiB).
#define CHL_LEAF_SHIFT 30
/// log2 of the bytes of heap that one byte of a leaf describes (32).
#define CHL_CELL_SHIFT 5
/// Leaves in the top table: enough for 47 bits of address.
#define CHL_LEAF_COUNT (1u << (47 - CHL_LEAF_SHIFT))

typedef enum chl_state {
  /// Blocks are recorded.
  CHL_RECORDING = 0,
  /// Not Linux with glibc, so malloc was not taken over.
  CHL_UNAVAILABLE = 1,
  /// Built with a sanitizer, which owns malloc itself.
  CHL_SANITIZED = 2,
  /// Another definition of malloc answers in this program.
  CHL_REPLACED = 3,
  /// A leaf could not be mapped (out of address space), so blocks are missing from the map.
  CHL_INCOMPLETE = 4
} chl_state;

/// Tells whether the ledger can be trusted, by allocating one block and looking for it.
///
/// Thread: any. Takes no lock.
chl_state chl_current_state(void);

/// The top table: CHL_LEAF_COUNT pointers to leaves, NULL where nothing was ever allocated.
///
/// The table and its leaves live as long as the process and are never moved or freed, so a frozen
/// copy of the process has them at the same addresses. Owned by the ledger; only read it.
const uint8_t *const *chl_top_table(void);

/// Packs bytes of the map into bits, one for 16 bytes of heap; tells whether any is set.
///
/// cells: count bytes, count a multiple of 32. bits: count / 32 words to be written.
bool chl_pack(const uint8_t *cells, size_t count, uint64_t *bits);

/// Makes this copy of the ledger speak for another one, which records the program's blocks.
///
/// For a program that has a ledger of its own and is run with a preloaded one as well. The other
/// copy calls this before main; its table lives as long as the process.
void chl_adopt(const uint8_t *const *table);

/// Clears the first 2 KiB of each block from now on as it is freed, and each block of 16 KiB, which
/// may be the Swift runtime's for metadata, as it is handed out.
///
/// For whoever takes words for addresses where nothing says what they are: without it, memory that
/// was handed out and not yet written to mentions what it mentioned before. Call it before main,
/// from the one thread that there is.
void chl_wipe_freed(void);

#if defined(__cplusplus)
}
#endif

#endif
