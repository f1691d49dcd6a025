/// The few calls of the Swift runtime that this package uses, in our own words.
///
/// The runtime exports them and ships no header for them. The first two use Swift's calling
/// convention, which for up to four pointer arguments and one pointer result is C's on x86-64 and
/// on arm64. They lock only inside the runtime's own caches, allocate metadata that lives for
/// ever, and retain nothing. Thread: any.
#ifndef CSR_SWIFT_RUNTIME_H
#define CSR_SWIFT_RUNTIME_H

#include <stddef.h>

#if defined(__cplusplus)
extern "C" {
#endif

/// The metadata of the type that a mangled name means inside a nominal type.
///
/// name: its length in bytes counts symbolic references whole; it need not end in NUL.
/// context: the descriptor of the type whose generic parameters the name uses, or NULL.
/// arguments: that type's generic arguments as they lie in its metadata, or NULL.
/// Returns NULL when the runtime can't tell.
const void *swift_getTypeByMangledNameInContext(
    const char *name, size_t length, const void *context, const void *const *arguments);

/// The same for a name whose generic parameters an environment descriptor counts.
const void *swift_getTypeByMangledNameInEnvironment(
    const char *name, size_t length, const void *environment, const void *const *arguments);

/// A symbol's name as a person would read it, the way the runtime's backtraces print it.
///
/// buffer: NULL asks for a fresh one, which the caller frees. Returns NULL for no Swift or C++
/// name.
char *_swift_backtrace_demangle(
    const char *name, size_t length, char *buffer, size_t *bufferSize);

#if defined(__cplusplus)
}
#endif

#endif
