#include "CHeapLedger.h"

#include <stddef.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(memory_sanitizer)
#define CHL_SANITIZER 1
#endif
#endif

#if defined(__linux__) && defined(__GLIBC__) && defined(__LP64__) && !defined(CHL_SANITIZER)

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define CHL_EXPORT __attribute__((visibility("default")))
#define CHL_LEAF_BYTES ((size_t)1 << (CHL_LEAF_SHIFT - CHL_CELL_SHIFT))
// Enough for nearly all blocks that have references in them; more is to be felt.
#define CHL_WIPED_BYTES ((size_t)2048)
#define CHL_OWN_WIPED_BYTES ((size_t)1 << 20)
// What the Swift runtime takes at a time for the metadata that it makes. It fills that little by
// little, and for long the rest is what was there before: words that seem to be in use.
#define CHL_POOL_BYTES ((size_t)16384)
#define CHL_LIKELY(x) __builtin_expect(!!(x), 1)

_Static_assert(CHL_LEAF_BYTES == 32u << 20, "a leaf is 32 MiB of address space");

// glibc's own entry points, exported for exactly this use.
extern void *__libc_malloc(size_t);
extern void __libc_free(void *);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

// Relaxed is enough: a leaf is zero-filled by the kernel before its address is known to anyone.
static _Atomic(uint8_t *) chl_top[CHL_LEAF_COUNT];
static atomic_bool chl_incomplete;
static _Atomic(const uint8_t *const *) chl_adopted;
// How much of a freed block is cleared; set before main, and read only from then on.
static size_t chl_wiped_bytes;

// Two threads may both map a leaf; the loser gives its own back. mmap does not allocate.
static __attribute__((noinline, cold)) uint8_t *chl_add_leaf(size_t index) {
  if (index >= CHL_LEAF_COUNT) {
    atomic_store_explicit(&chl_incomplete, true, memory_order_relaxed);
    return NULL;
  }
  int saved = errno;
  void *fresh = mmap(NULL, CHL_LEAF_BYTES, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  errno = saved;
  if (fresh == MAP_FAILED) {
    atomic_store_explicit(&chl_incomplete, true, memory_order_relaxed);
    return NULL;
  }
  uint8_t *expected = NULL;
  if (atomic_compare_exchange_strong(&chl_top[index], &expected, (uint8_t *)fresh))
    return fresh;
  munmap(fresh, CHL_LEAF_BYTES);
  return expected;
}

static inline uint8_t *chl_leaf(uintptr_t address) {
  size_t index = address >> CHL_LEAF_SHIFT;
  if (CHL_LIKELY(index < CHL_LEAF_COUNT)) {
    uint8_t *leaf = atomic_load_explicit(&chl_top[index], memory_order_relaxed);
    if (CHL_LIKELY(leaf != NULL)) return leaf;
  }
  return chl_add_leaf(index);
}

static inline size_t chl_cell(uintptr_t address) {
  return (address & (((uintptr_t)1 << CHL_LEAF_SHIFT) - 1)) >> CHL_CELL_SHIFT;
}

static inline void *chl_born(void *block) {
  uintptr_t address = (uintptr_t)block;
  if (CHL_LIKELY(address != 0)) {
    uint8_t *leaf = chl_leaf(address);
    if (CHL_LIKELY(leaf != NULL)) leaf[chl_cell(address)] = (uint8_t)(1 + ((address >> 4) & 1));
  }
  return block;
}

// Before the block is given back: afterwards another thread may already own the address.
static inline void chl_dies(void *block) {
  uintptr_t address = (uintptr_t)block;
  if (CHL_LIKELY(address != 0)) {
    uint8_t *leaf = chl_leaf(address);
    if (CHL_LIKELY(leaf != NULL)) leaf[chl_cell(address)] = 0;
  }
}

// glibc's, which has no other name for it. By this name a program would get that of another
// allocator that is loaded, which reads glibc's blocks as if they were its own. Some have glibc's
// own names as well, and so have given the blocks.
CHL_EXPORT size_t malloc_usable_size(void *block) {
  static _Atomic(size_t (*)(void *)) usable_size;
  size_t (*function)(void *) = atomic_load_explicit(&usable_size, memory_order_relaxed);
  if (CHL_LIKELY(function != NULL)) return function(block);
  Dl_info giver;
  void *library = dladdr(dlsym(RTLD_DEFAULT, "__libc_malloc"), &giver) != 0
                      ? dlopen(giver.dli_fname, RTLD_LAZY | RTLD_NOLOAD)
                      : NULL;
  function = library != NULL ? (size_t (*)(void *))dlsym(library, "malloc_usable_size") : NULL;
  if (function == NULL) return 0;
  atomic_store(&usable_size, function);
  return function(block);
}

CHL_EXPORT void *malloc(size_t size) {
  void *block = chl_born(__libc_malloc(size));
  if (size == CHL_POOL_BYTES && chl_wiped_bytes != 0 && block != NULL) memset(block, 0, size);
  return block;
}

// The bytes that a block's owner may use, as malloc_usable_size has it: from the chunk's header,
// whose bit 1 says "mapped on its own". glibc keeps this layout, as HeapGraph relies on as well.
static inline size_t chl_usable_size(const void *block) {
  size_t header = ((const size_t *)block)[-1];
  return (header & ~(size_t)7) - (header & 2 ? 16 : 8);
}

// What is handed out again then has no words of its former life where its new owner writes none.
static inline void chl_wipe(void *block) {
  if (CHL_LIKELY(chl_wiped_bytes == 0) || block == NULL) return;
  size_t size = chl_usable_size(block);
  memset(block, 0, size < chl_wiped_bytes ? size : chl_wiped_bytes);
}

CHL_EXPORT void free(void *block) {
  chl_dies(block);
  chl_wipe(block);
  __libc_free(block);
}

CHL_EXPORT void *calloc(size_t count, size_t size) {
  return chl_born(__libc_calloc(count, size));
}

CHL_EXPORT void *realloc(void *block, size_t size) {
  chl_dies(block);
  void *moved = __libc_realloc(block, size);
  // A failed realloc leaves the old block as it was, except that size 0 frees it.
  if (moved == NULL && block != NULL && size != 0) chl_born(block);
  return chl_born(moved);
}

CHL_EXPORT void *memalign(size_t alignment, size_t size) {
  return chl_born(__libc_memalign(alignment, size));
}

CHL_EXPORT void *aligned_alloc(size_t alignment, size_t size) {
  return chl_born(__libc_memalign(alignment, size));
}

CHL_EXPORT void *valloc(size_t size) { return memalign((size_t)getpagesize(), size); }

CHL_EXPORT void *pvalloc(size_t size) {
  size_t page = (size_t)getpagesize(), bytes;
  if (!__builtin_add_overflow(size, page - 1, &bytes)) return memalign(page, bytes / page * page);
  errno = ENOMEM;
  return NULL;
}

CHL_EXPORT void *reallocarray(void *block, size_t count, size_t size) {
  size_t bytes;
  if (!__builtin_mul_overflow(count, size, &bytes)) return realloc(block, bytes);
  errno = ENOMEM;
  return NULL;
}

CHL_EXPORT int posix_memalign(void **result, size_t alignment, size_t size) {
  if (alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0 || alignment == 0)
    return EINVAL;
  int saved = errno;
  void *block = chl_born(__libc_memalign(alignment, size));
  errno = saved;
  if (block == NULL) return ENOMEM;
  *result = block;
  return 0;
}

// This copy's malloc: by its own name a library would get the program's, if that has one.
extern __typeof(malloc) chl_own_malloc __attribute__((alias("malloc"), visibility("hidden")));

chl_state chl_current_state(void) {
  if (atomic_load_explicit(&chl_incomplete, memory_order_relaxed)) return CHL_INCOMPLETE;
  // What the libraries call, which must be the malloc whose ledger is read here.
  void *(*allocate)(size_t) = (void *(*)(size_t))dlsym(RTLD_DEFAULT, "malloc");
  void (*release)(void *) = (void (*)(void *))dlsym(RTLD_DEFAULT, "free");
  // And what libc calls: one that answers for glibc's version of the name alone is not found so.
  char *(*copy)(const char *) = (char *(*)(const char *))dlsym(RTLD_DEFAULT, "strdup");
  bool ours = allocate == chl_own_malloc || atomic_load(&chl_adopted) != NULL;
  // Sizes are read as glibc writes them.
  Dl_info giver, libc;
  if (dladdr(dlsym(RTLD_DEFAULT, "__libc_malloc"), &giver) != 0 &&
      dladdr(dlsym(RTLD_DEFAULT, "gnu_get_libc_version"), &libc) != 0)
    ours = ours && giver.dli_fbase == libc.dli_fbase;
  if (!ours || release == NULL || copy == NULL) return CHL_REPLACED;
  void *block = copy("a word that is kept on the heap");
  if (block == NULL) return CHL_INCOMPLETE;
  uintptr_t address = (uintptr_t)block;
  const uint8_t *leaf = chl_top_table()[address >> CHL_LEAF_SHIFT];
  bool seen = leaf != NULL && leaf[chl_cell(address)] == 1 + ((address >> 4) & 1);
  release(block);
  return seen ? CHL_RECORDING : CHL_REPLACED;
}

const uint8_t *const *chl_top_table(void) {
  const uint8_t *const *adopted = atomic_load(&chl_adopted);
  return adopted != NULL ? adopted : (const uint8_t *const *)chl_top;
}

CHL_EXPORT void chl_adopt(const uint8_t *const *table) { atomic_store(&chl_adopted, table); }

CHL_EXPORT void chl_wipe_freed(void) { chl_wiped_bytes = CHL_WIPED_BYTES; }

// A program's own ledger comes before a preloaded one, whose copy of these functions is the one
// that a library loaded later sees: so the program's tells it which table counts.
static __attribute__((constructor)) void chl_announce(void) {
  void (*adopt)(const uint8_t *const *) =
      (void (*)(const uint8_t *const *))dlsym(RTLD_DEFAULT, "chl_adopt");
  if (adopt != NULL && adopt != chl_adopt &&
      dlsym(RTLD_DEFAULT, "malloc") == (void *)chl_own_malloc) {
    adopt((const uint8_t *const *)chl_top);
    // Whoever reads its own heap has large arrays of addresses.
    chl_wiped_bytes = CHL_OWN_WIPED_BYTES;
  }
}

#else

chl_state chl_current_state(void) {
#if defined(CHL_SANITIZER)
  return CHL_SANITIZED;
#else
  return CHL_UNAVAILABLE;
#endif
}

const uint8_t *const *chl_top_table(void) { return NULL; }

void chl_adopt(const uint8_t *const *table) { (void)table; }

void chl_wipe_freed(void) {}

#endif

// Packs the low two bits of eight bytes into sixteen bits.
static inline uint64_t chl_gather(uint64_t cells) {
  uint64_t x = cells & 0x0303030303030303;
  x = (x | x >> 6) & 0x000f000f000f000f;
  x = (x | x >> 12) & 0x000000ff000000ff;
  return (x | x >> 24) & 0xffff;
}

bool chl_pack(const uint8_t *cells, size_t count, uint64_t *bits) {
  enum { step = 2048 };
  static const uint8_t nothing[step];
  uint64_t seen = 0;
  for (size_t first = 0; first < count; first += step) {
    size_t size = count - first < step ? count - first : step;
    // Most of what is mapped was never allocated from: stacks, room at the end of an arena.
    if (memcmp(cells + first, nothing, size) == 0) {
      memset(bits + first / 32, 0, size / 4);
      continue;
    }
    for (size_t cell = first; cell < first + size; cell += 32) {
      uint64_t parts[4];
      memcpy(parts, cells + cell, sizeof parts);
      uint64_t word = 0;
      if ((parts[0] | parts[1] | parts[2] | parts[3]) != 0)
        word = chl_gather(parts[0]) | chl_gather(parts[1]) << 16 | chl_gather(parts[2]) << 32 |
               chl_gather(parts[3]) << 48;
      bits[cell / 32] = word;
      seen |= word;
    }
  }
  return seen != 0;
}
