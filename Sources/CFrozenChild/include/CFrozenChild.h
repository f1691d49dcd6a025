/// A copy of the calling process that never runs: its memory stands still and can be read.
///
/// Why this exists: memory that other threads write can't be walked, and stopping threads by hand
/// risks deadlock. A child process has the same memory at the same addresses, one moment old. It
/// has to be C: between the clone and the wait the child may touch no lock, and Swift code takes
/// some. It can go when Linux can hand out a snapshot of a process's memory in another way.
#ifndef CFC_FROZEN_CHILD_H
#define CFC_FROZEN_CHILD_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#if defined(__cplusplus)
extern "C" {
#endif

/// Freezes a copy of this process and returns its process id, or a negative errno.
///
/// The child blocks every signal, closes every file descriptor that it inherited and does nothing
/// but wait. It is invisible to the program: no SIGCHLD when it ends, no plain wait() sees it, no
/// pthread_atfork handler runs. It ends by itself soon after its parent has ended.
/// Thread: any; other threads go on meanwhile. End it with cfc_end, once.
pid_t cfc_freeze(void);

/// Ends a child made by cfc_freeze and waits for it.
void cfc_end(pid_t child);

/// Opens the memory of a process that this one may trace; a file descriptor, or a negative errno.
///
/// Through /proc/PID/mem and not process_vm_readv: that one pins pages, and pinning a page that
/// parent and child share makes the kernel copy it first, which doubles the heap as it is read.
int cfc_open(pid_t process);

/// Closes what cfc_open opened.
void cfc_close(int memory);

/// Reads size bytes at address; returns how many it got.
///
/// Never faults: what is not mapped there ends the read. 0 when nothing could be read.
size_t cfc_read(int memory, uint64_t address, void *into, size_t size);

/// Finds the aligned places from start to end where word stands; returns how many it put in places.
///
/// Pages that are not mapped are skipped. Stops when places is full.
size_t cfc_find(int memory, uint64_t start, uint64_t end, uint64_t word, uintptr_t *places,
                size_t capacity);

#if defined(__cplusplus)
}
#endif

#endif
