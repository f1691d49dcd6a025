#include "CFrozenChild.h"

#include <errno.h>

#if defined(__linux__)

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

// How often the child looks whether its parent is still there.
static const long cfc_look_nanoseconds = 200 * 1000 * 1000;

// Only raw system calls: in the child other threads' locks may be held for ever.
static __attribute__((noreturn)) void cfc_wait_in_child(pid_t parent) {
#if defined(SYS_close_range)
  if (syscall(SYS_close_range, 0u, ~0u, 0u) != 0)
#endif
    for (int fd = 0; fd < 4096; fd++) syscall(SYS_close, fd);
  while (syscall(SYS_getppid) == parent) {
    struct timespec pause = {0, cfc_look_nanoseconds};
    syscall(SYS_ppoll, NULL, 0, &pause, NULL, 0);
  }
  for (;;) syscall(SYS_exit_group, 0);
}

pid_t cfc_freeze(void) {
  pid_t parent = getpid();
  sigset_t everything, before;
  sigfillset(&everything);
  if (pthread_sigmask(SIG_SETMASK, &everything, &before) != 0) return -EINVAL;
  // No exit signal (the low byte is 0), so the parent's own waits and SIGCHLD handler stay blind.
#if defined(__x86_64__) || defined(__aarch64__)
  long child = syscall(SYS_clone, 0ul, NULL, NULL, NULL, 0ul);
#else
  long child = -1;
  errno = ENOSYS;
#endif
  if (child == 0) cfc_wait_in_child(parent);
  int failure = errno;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  return child > 0 ? (pid_t)child : -failure;
}

void cfc_end(pid_t child) {
  if (child <= 0) return;
  kill(child, SIGKILL);
  while (waitpid(child, NULL, __WALL) < 0 && errno == EINTR) {
  }
}

int cfc_open(pid_t process) {
  char path[64];
  snprintf(path, sizeof path, "/proc/%d/mem", (int)process);
  int memory = open(path, O_RDONLY | O_CLOEXEC);
  return memory >= 0 ? memory : -errno;
}

void cfc_close(int memory) {
  if (memory >= 0) close(memory);
}

size_t cfc_read(int memory, uint64_t address, void *into, size_t size) {
  // File offsets are signed; nothing of a user's lies in the upper half.
  if (address >> 63) return 0;
  size_t done = 0;
  while (done < size) {
    ssize_t got = pread(memory, (char *)into + done, size - done, (off_t)(address + done));
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    done += (size_t)got;
  }
  return done;
}

#else

pid_t cfc_freeze(void) { return -ENOSYS; }

void cfc_end(pid_t child) { (void)child; }

int cfc_open(pid_t process) {
  (void)process;
  return -ENOSYS;
}

void cfc_close(int memory) { (void)memory; }

size_t cfc_read(int memory, uint64_t address, void *into, size_t size) {
  (void)memory, (void)address, (void)into, (void)size;
  return 0;
}

#endif

size_t cfc_find(int memory, uint64_t start, uint64_t end, uint64_t word, uintptr_t *places,
                size_t capacity) {
  enum { page = 4096, words = 8192 };
  uint64_t buffer[words];
  size_t found = 0;
  for (uint64_t at = (start + 7) & ~7ull; at + 8 <= end && found < capacity;) {
    size_t wanted = end - at < sizeof buffer ? (size_t)(end - at) : sizeof buffer;
    size_t got = cfc_read(memory, at, buffer, wanted) / 8;
    if (got == 0) {
      at = (at & ~(uint64_t)(page - 1)) + page;
      continue;
    }
    for (size_t i = 0; i < got; i++) {
      if (buffer[i] == word && found < capacity) places[found++] = (uintptr_t)(at + i * 8);
    }
    at += got * 8;
  }
  return found;
}
