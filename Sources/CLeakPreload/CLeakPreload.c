/// What `lab leaks` puts into a program that knows nothing of it: the ledger, and a few hooks.
///
/// Why this exists: which blocks are live has to be known from the first malloc on, and a heap is
/// worth reading only in the program whose metadata describe it. So this library is preloaded. It
/// brings CHeapLedger's malloc, and when the program ends (or a signal asks) it is forked: the copy
/// loads the reporter, which is Swift, reads the heap and writes a file; the program waits, and
/// then goes on to do what it was about to do. No Swift is in this library, and in a program that
/// has no Swift in it none is ever loaded.
///
/// Four take part: the thread that ends the program, the helper (a thread of this library's), the
/// go-between and the reporter (processes). The first may hold any lock and have little of a stack
/// left, so it only waits, and not for ever. The helper knows the stacks of all threads. The
/// go-between shares the program's memory, so that it can take the locks that a fork needs; but
/// being a process, it has files and a child of its own, of which the program hears nothing: no
/// SIGCHLD, no number that its wait() would return.
///
/// Invariants:
/// - The program's streams, file descriptors, environment, working folder and exit status are as
///   without it. What went wrong here is told in a log, never to the program. The log is memory
///   shared with the lab, and so needs no file where a program has closed or limited its own.
/// - What runs on the program's own threads needs no more stack than the functions that it wraps.
/// - Only the process that was started is reported on: everything is guarded by its process id.
///   A child that it forks is left alone; one that it becomes by exec is followed.
/// - No waiting without an end: a reporter that gets nowhere is killed.
///
/// The folder in LAB_LEAKS is the whole protocol with the lab:
///   reporter    a symbolic link to the reporter
///   runtime     a symbolic link to the libswiftCore that the reporter was linked with
///   running     if it exists, SIGUSR1 asks for a report in between
///   question    what is asked; for the reporter
///   log         what happened, a line each: a word, a space, and what belongs to it; then zeros
///   reporter-said  what the reporter wrote on its standard error, as it does where it crashes
///   suspects-N  what report N is unsure of, so that it is made once more
///   report-N    a report, complete as soon as it has this name
#include "CFrozenChild.h"
#include "CHeapLedger.h"

#if defined(__linux__) && defined(__GLIBC__)

#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define CLP_EXPORT __attribute__((visibility("default")))

/// SwiftPM links every product with libswiftCore. Nothing here needs it, and a shell or a Python
/// must not get it: the toolchain's link step takes flags from this section, this one before it.
__attribute__((used, section(".swift1_autolink_entries"))) static const char clp_link_flags[] =
    "-Wl,--as-needed";

enum { clp_path_size = 4096 };

/// How long a reporter may go without using the processor before it counts as stuck.
static const int clp_stuck_milliseconds = 5000;
/// How long any report may take.
static const int clp_report_milliseconds = 600 * 1000;
/// How long to wait for the fork, on behalf of a caller that may hold any lock.
static const int clp_fork_milliseconds = 5000;
/// How often to look whether all other threads wait, a millisecond apart.
static const int clp_looks = 50;
/// The reporter's stack; only what is used of it takes memory.
static const size_t clp_reporter_stack = 64 << 20;
/// The helper's stack, and that part of it on which the go-between runs.
enum { clp_helper_stack = 1 << 20, clp_go_between_stack = 1 << 19 };
/// How much of the reporter's memory may come in large pages.
static const size_t clp_reporter_room = 512 << 20;

extern char **environ;

static pid_t clp_owner;  // 0: nothing is watched in this process
static char clp_folder[clp_path_size - 64];
static char clp_folder_variable[clp_path_size];  // LAB_LEAKS=clp_folder
static char clp_library[clp_path_size];
static atomic_bool clp_is_over;
static bool clp_brings_runtime;  // set before main, and read only from then on

enum { clp_threads_at_most = 1024 };

/// What is sent to the reporter: stack pointers of threads that did not run while it was forked.
/// Words below them are left over, and say nothing.
struct clp_stacks {
  size_t count;
  unsigned long pointers[clp_threads_at_most + 2];
};

/// Shared with forked children: those which exec can be told from those which go on by it, and the
/// reporter hears by it what was found out after it was forked.
struct clp_family {
  atomic_int forks;
  atomic_int execs;
  atomic_size_t logged;
  sem_t stacks_are_known;
  struct clp_stacks stacks;
};
static struct clp_family *clp_family;

static char *clp_log_text;
static size_t clp_log_size;

typedef int (*clp_execve_f)(const char *, char *const[], char *const[]);
typedef int (*clp_fexecve_f)(int, char *const[], char *const[]);
typedef int (*clp_execveat_f)(int, const char *, char *const[], char *const[], int);
static clp_execve_f clp_real_execve, clp_real_execvpe;
static clp_fexecve_f clp_real_fexecve;
static clp_execveat_f clp_real_execveat;

static bool clp_is_owner(void) { return clp_owner != 0 && getpid() == clp_owner; }

static void clp_path(char *into, const char *name) {
  snprintf(into, clp_path_size, "%s/%s", clp_folder, name);
}

/// Async-signal-safe, and neither a file nor much of a stack is needed.
static void clp_log(const char *word, const char *text) {
  if (clp_log_text == NULL) return;
  size_t first = strlen(word), second = strlen(text), size = first + second + 2;
  size_t at = atomic_fetch_add(&clp_family->logged, size);
  if (size > clp_log_size || at > clp_log_size - size) return;
  char *line = clp_log_text + at;
  memcpy(line, word, first);
  line[first] = ' ';
  memcpy(line + first + 1, text, second);
  line[size - 1] = '\n';
}

/// Maps the log, which may have lines of the program that became this one.
static void clp_open_log(void) {
  char path[clp_path_size];
  struct stat file;
  clp_path(path, "log");
  int handle = open(path, O_RDWR | O_CLOEXEC);
  if (handle < 0) return;
  if (fstat(handle, &file) == 0 && file.st_size > 0) {
    void *text = mmap(NULL, (size_t)file.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, handle, 0);
    if (text != MAP_FAILED) {
      clp_log_text = text;
      clp_log_size = (size_t)file.st_size;
      atomic_store(&clp_family->logged, strnlen(text, clp_log_size));
    }
  }
  close(handle);
}

/// Follows one of the folder's symbolic links.
static bool clp_link(const char *name, char *into) {
  char path[clp_path_size];
  clp_path(path, name);
  ssize_t length = readlink(path, into, clp_path_size - 1);
  if (length <= 0) return false;
  into[length] = 0;
  return true;
}

// MARK: - Whether there is something to report on

/// The path of the Swift runtime that this process has loaded, or false.
static bool clp_swift(char *into) {
  void *core = dlopen("libswiftCore.so", RTLD_LAZY | RTLD_NOLOAD);
  if (core == NULL) return false;
  struct link_map *map = NULL;
  bool found = dlinfo(core, RTLD_DI_LINKMAP, &map) == 0 && map != NULL;
  if (found && into != NULL) snprintf(into, clp_path_size, "%s", map->l_name);
  dlclose(core);
  return found;
}

/// Tells whether two files are the same, or have the same bytes; negative if they can't be read.
static int clp_same_file(const char *first, const char *second) {
  struct stat a, b;
  if (stat(first, &a) != 0 || stat(second, &b) != 0) return -1;
  if (a.st_dev == b.st_dev && a.st_ino == b.st_ino) return 1;
  if (a.st_size != b.st_size) return 0;
  int same = -1;
  int files[2] = {open(first, O_RDONLY | O_CLOEXEC), open(second, O_RDONLY | O_CLOEXEC)};
  size_t size = (size_t)a.st_size;
  void *one = mmap(NULL, size, PROT_READ, MAP_PRIVATE, files[0], 0);
  void *other = mmap(NULL, size, PROT_READ, MAP_PRIVATE, files[1], 0);
  if (one != MAP_FAILED && other != MAP_FAILED) same = memcmp(one, other, size) == 0;
  if (one != MAP_FAILED) munmap(one, size);
  if (other != MAP_FAILED) munmap(other, size);
  close(files[0]);
  close(files[1]);
  return same;
}

/// Tells whether an executable has Swift's own sections, by its file.
static bool clp_has_swift_sections(const uint8_t *bytes, size_t size) {
  const Elf64_Ehdr *header = (const Elf64_Ehdr *)bytes;
  if (size < sizeof *header || memcmp(bytes, ELFMAG, SELFMAG) != 0) return false;
  size_t count = header->e_shnum, names = header->e_shstrndx;
  if (header->e_shoff > size || count > (size - header->e_shoff) / sizeof(Elf64_Shdr)) return false;
  const Elf64_Shdr *sections = (const Elf64_Shdr *)(bytes + header->e_shoff);
  if (names >= count) return false;
  for (size_t i = 0; i < count; i++) {
    size_t name = sections[names].sh_offset + sections[i].sh_name;
    if (name <= size - 7 && memcmp(bytes + name, "swift5_", 7) == 0) return true;
  }
  return false;
}

/// Tells whether the program brings a Swift runtime of its own; asked once, in clp_begin.
static bool clp_is_swift_inside(void) {
  int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  struct stat about;
  bool found = false;
  if (file >= 0 && fstat(file, &about) == 0 && about.st_size > 0) {
    size_t size = (size_t)about.st_size;
    void *bytes = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (bytes != MAP_FAILED) {
      found = clp_has_swift_sections(bytes, size);
      munmap(bytes, size);
    }
  }
  if (file >= 0) close(file);
  return found;
}

/// Why this process can't be reported on; NULL if it can.
static const char *clp_obstacle(char *detail) {
  char runtime[clp_path_size];
  detail[0] = 0;
  // Whether a runtime inside the program will do is for the reporter to find out.
  bool is_dynamic = clp_swift(detail);
  if (!is_dynamic && !clp_brings_runtime) return "not-swift";
  if (!clp_link("runtime", runtime)) {
    strcpy(detail, strerror(errno));
    return "no-folder";
  }
  int same = is_dynamic ? clp_same_file(detail, runtime) : 1;
  if (same == 0) return "other-runtime";
  detail[0] = 0;
  if (same < 0) {
    strcpy(detail, strerror(errno));
    return "no-reporter";
  }
  switch (chl_current_state()) {
    case CHL_RECORDING: return NULL;
    case CHL_INCOMPLETE: return "ledger-incomplete";
    case CHL_REPLACED: return "other-allocator";
    default: return "unsupported";
  }
}

/// The library, other than glibc, whose malloc the program would have without this one's; or NULL.
static const char *clp_other_allocator(void) {
  Dl_info theirs, libc;
  if (dladdr(dlsym(RTLD_NEXT, "malloc"), &theirs) == 0 ||
      dladdr(dlsym(RTLD_DEFAULT, "gnu_get_libc_version"), &libc) == 0)
    return NULL;
  return theirs.dli_fbase == libc.dli_fbase ? NULL : theirs.dli_fname;
}

static bool clp_is_sanitized(void) {
  static const char *const marks[] = {"__asan_init", "__tsan_init", "__msan_init", "__hwasan_init"};
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
    if (dlsym(RTLD_DEFAULT, marks[i]) != NULL) return true;
  return false;
}

// MARK: - Where stacks end

/// A thread that waits in the kernel: how deep its stack is, and how often it was switched away
/// from, which tells whether it has run in between.
struct clp_thread {
  long id;
  unsigned long stack;
  unsigned long switches;
};

static size_t clp_read_file(const char *path, char *into, size_t size) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t length = read(file, into, size - 1);
  close(file);
  into[length > 0 ? length : 0] = 0;
  return length > 0 ? (size_t)length : 0;
}

static bool clp_look_at(long id, struct clp_thread *thread) {
  char path[64], text[4096];
  snprintf(path, sizeof path, "/proc/self/task/%ld/syscall", id);
  if (clp_read_file(path, text, sizeof text) == 0 || text[0] == 'r') return false;
  // Whatever comes before, the last two words are the stack pointer and where it waits.
  char *last = strrchr(text, ' ');
  if (last == NULL) return false;
  *last = 0;
  char *stack = strrchr(text, ' ');
  if (stack == NULL) return false;
  *thread = (struct clp_thread){id, strtoul(stack, NULL, 16), 0};
  snprintf(path, sizeof path, "/proc/self/task/%ld/status", id);
  if (clp_read_file(path, text, sizeof text) == 0) return false;
  for (char *line = text; line != NULL; line = strchr(line, '\n')) {
    line += *line == '\n';
    if (strncmp(line, "voluntary_ctxt_switches:", 24) == 0 ||
        strncmp(line, "nonvoluntary_ctxt_switches:", 27) == 0)
      thread->switches += strtoul(strchr(line, ':') + 1, NULL, 10);
  }
  return true;
}

/// Looks at all threads but the caller; tells in `others` how many there are that don't wait.
static size_t clp_waiting_threads(struct clp_thread *threads, size_t *others) {
  *others = 0;
  DIR *folder = opendir("/proc/self/task");
  if (folder == NULL) return 0;
  size_t count = 0;
  struct dirent *entry;
  while ((entry = readdir(folder)) != NULL && count < clp_threads_at_most) {
    long id = strtol(entry->d_name, NULL, 10);
    if (id <= 0 || id == syscall(SYS_gettid)) continue;
    if (clp_look_at(id, &threads[count])) {
      count++;
    } else {
      (*others)++;
    }
  }
  closedir(folder);
  return count;
}

/// Where the stack of the thread that ends the program became this library's; NULL if none does.
static void *clp_ending;

/// Tells the reporter of stacks: first that of the thread that ends the program, if one does; the
/// helper's, up to where its work began; those of threads that are as they were before the fork.
static void clp_send_stacks(void *own, const struct clp_thread *threads, size_t count) {
  struct clp_stacks *stacks = &clp_family->stacks;
  stacks->count = 0;
  if (clp_ending != NULL) stacks->pointers[stacks->count++] = (unsigned long)clp_ending;
  stacks->pointers[stacks->count++] = (unsigned long)own;
  for (size_t i = 0; i < count; i++) {
    struct clp_thread now;
    if (clp_look_at(threads[i].id, &now) && now.stack == threads[i].stack &&
        now.switches == threads[i].switches)
      stacks->pointers[stacks->count++] = now.stack;
  }
  sem_post(&clp_family->stacks_are_known);
}

// MARK: - A report

typedef int (*clp_reporter_f)(const char *folder, int number, const char *cause, int frozen,
                              const unsigned long *stacks, long count);

/// What the reporter is called with, on a stack of its own: the program's may be a small one.
struct clp_call {
  clp_reporter_f report;
  pid_t frozen;
  int status;
};

/// What the go-between is sent for, and what came of it.
static struct {
  int number;
  const char *cause;
  sem_t has_forked;
  enum { clp_made, clp_unsure, clp_none, clp_stuck, clp_impossible } result;
} clp_errand;

static void *clp_call_reporter(void *argument) {
  struct clp_call *call = argument;
  const struct clp_stacks *stacks = &clp_family->stacks;
  call->status = call->report(clp_folder, clp_errand.number, clp_errand.cause, call->frozen,
                              stacks->pointers, (long)stacks->count);
  return NULL;
}

/// Tells whether what /proc calls this process is this one: not after chroot, nor in a namespace.
static bool clp_has_proc(void) {
  char number[32];
  ssize_t length = readlink("/proc/self", number, sizeof number - 1);
  if (length <= 0) return false;
  number[length] = 0;
  return strtol(number, NULL, 10) == getpid();
}

/// What the program has limited for itself, as far as it may be had back.
static void clp_lift_limits(void) {
  static const int limits[] = {RLIMIT_AS,     RLIMIT_CPU,    RLIMIT_DATA, RLIMIT_FSIZE,
                               RLIMIT_NOFILE, RLIMIT_NPROC, RLIMIT_STACK};
  for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
    struct rlimit limit;
    if (getrlimit(limits[i], &limit) != 0) continue;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(limits[i], &limit);
  }
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
}

/// Has the reporter's memory come in large pages, of which a heap's graph fills many.
///
/// The room is asked for at once and given back, so that malloc has it to hand out; what isn't
/// used of it takes no memory. Where address space is limited, it is left alone.
static void clp_prefer_large_pages(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY) return;
  const uintptr_t page = 2 << 20;
  uintptr_t start = ((uintptr_t)sbrk(0) + page - 1) & ~(page - 1);
  // Volatile, or the compiler sees that nothing is done with it.
  void *volatile room = malloc(clp_reporter_room);
  uintptr_t end = (uintptr_t)sbrk(0) & ~(page - 1);
  if (room != NULL && start < end) madvise((void *)start, end - start, MADV_HUGEPAGE);
  free(room);
}

/// The forked child's part: alone in its process, it may take its time and may crash.
static __attribute__((noreturn)) void clp_run_reporter(pid_t parent) {
  static struct clp_call call;
  prctl(PR_SET_DUMPABLE, 1);
  // What is read is a copy that stands still from here on, before the reporter leaves any trace.
  call = (struct clp_call){NULL, cfc_freeze(), EIO};
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) syscall(SYS_exit_group, 1);
  // The program's handlers are not for this process, nor are its files.
  sigset_t all;
  sigfillset(&all);
  for (int signal = 1; signal < NSIG; signal++) {
    struct sigaction plain = {.sa_handler = signal == SIGXFSZ ? SIG_IGN : SIG_DFL};
    sigaction(signal, &plain, NULL);
  }
  sigprocmask(SIG_SETMASK, &all, NULL);
  clp_lift_limits();
  umask(077);
  while (sem_wait(&clp_family->stacks_are_known) < 0 && errno == EINTR) {
  }
  // The reporter's large arrays come and go: what it gives back, it is to get again, and not new
  // pages from the kernel each time.
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  clp_prefer_large_pages();
#if defined(SYS_close_range)
  if (syscall(SYS_close_range, 0u, ~0u, 0u) != 0)
#endif
    for (int file = 0; file < 4096; file++) close(file);
  char path[clp_path_size];
  clp_path(path, "reporter-said");
  // As descriptors 0, 1 and 2.
  if (open("/dev/null", O_RDWR) == 0 && open("/dev/null", O_RDWR) == 1)
    open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

  void *reporter = NULL;
  if (!clp_has_proc()) {
    clp_log("no-proc", "");
  } else if (!clp_link("reporter", path)) {
    clp_log("no-folder", strerror(errno));
  } else if ((reporter = dlopen(path, RTLD_NOW | RTLD_LOCAL)) == NULL) {
    const char *why = dlerror();
    clp_log("no-reporter", why != NULL ? why : "");
  } else {
    call.report = (clp_reporter_f)dlsym(reporter, "lab_write_report");
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, clp_reporter_stack);
    if (call.report == NULL) {
    } else if (pthread_create(&thread, &attributes, clp_call_reporter, &call) == 0) {
      pthread_join(thread, NULL);
    } else {
      clp_call_reporter(&call);
    }
    if (call.status != 0) clp_log("not-written", strerror(call.status));
  }
  cfc_end(call.frozen);
  for (;;) syscall(SYS_exit_group, call.status);
}

static long clp_milliseconds(clockid_t clock) {
  struct timespec now;
  if (clock_gettime(clock, &now) != 0) return -1;
  return now.tv_sec * 1000L + now.tv_nsec / 1000000L;
}

/// Waits for the reporter's end; kills it if it gets nowhere, and tells whether it had to.
static bool clp_wait(pid_t child) {
  bool is_stuck = false;
  int handle = (int)syscall(SYS_pidfd_open, child, 0u);
  clockid_t clock;
  bool has_clock = clock_getcpuclockid(child, &clock) == 0;
  long begin = clp_milliseconds(CLOCK_MONOTONIC), before = -1;
  while (handle >= 0) {
    struct pollfd ended = {handle, POLLIN, 0};
    int ready = poll(&ended, 1, clp_stuck_milliseconds);
    if (ready > 0) break;
    if (ready < 0 && errno == EINTR) continue;
    long used = has_clock ? clp_milliseconds(clock) : -1;
    if (used == before || clp_milliseconds(CLOCK_MONOTONIC) - begin > clp_report_milliseconds) {
      kill(child, SIGKILL);
      is_stuck = true;
      break;
    }
    before = used;
  }
  if (handle >= 0) close(handle);
  // Where the program ignores SIGCHLD there is nothing to wait for, which is no failure.
  while (waitpid(child, NULL, 0) < 0 && errno == EINTR) {
  }
  return is_stuck;
}

static bool clp_has_file(const char *name) {
  char path[clp_path_size], numbered[32];
  snprintf(numbered, sizeof numbered, "%s-%d", name, clp_errand.number);
  clp_path(path, numbered);
  return access(path, F_OK) == 0;
}

/// Waits until nobody is in the midst of an allocation, without holding anything meanwhile.
///
/// A fork that waits for this holds other locks already, which the program's end may need.
static void clp_pass_malloc(void) {
#if __GLIBC_PREREQ(2, 33)
  mallinfo2();
#else
  mallinfo();
#endif
}

/// A process with the program's memory: see the top of this file.
///
/// It has the helper's thread-local variables, which is why that one does nothing but wait until
/// the fork is done, as vfork's caller does.
static int clp_go_between(void *nothing) {
  (void)nothing;
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  // Where the fork waits for a lock that is never given back, the program's end ends this as well.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  char detail[clp_path_size];
  const char *obstacle = clp_obstacle(detail);
  bool was_unsure = clp_has_file("suspects");
  if (obstacle == NULL) clp_pass_malloc();
  pid_t self = getpid(), child = obstacle == NULL ? fork() : -1;
  if (child == 0) clp_run_reporter(self);
  if (child < 0 && obstacle == NULL) snprintf(detail, sizeof detail, "%s", strerror(errno));
  if (child < 0) clp_log(obstacle != NULL ? obstacle : "no-fork", detail);
  clp_errand.result = child < 0 ? clp_impossible : clp_stuck;
  sem_post(&clp_errand.has_forked);
  if (child > 0 && !clp_wait(child)) {
    bool is_unsure = !was_unsure && clp_has_file("suspects");
    clp_errand.result = is_unsure ? clp_unsure : clp_has_file("report") ? clp_made : clp_none;
  }
  for (;;) syscall(SYS_exit_group, 0);
}

/// Whether the reporter is at work, and so nothing of the program's is waited for.
static atomic_bool clp_is_reading;

/// Sends the go-between, and tells its child of the stacks.
///
/// own: the frame of the helper below which all is this library's.
static void clp_send(void *own) {
  static struct clp_thread threads[clp_threads_at_most];
  _Alignas(64) char stack[clp_go_between_stack];
  size_t others, count = clp_waiting_threads(threads, &others);
  // What has just ended its work comes to rest soon, if it gets a processor.
  for (int look = 0; others > 0 && look < clp_looks; look++) {
    struct timespec pause = {0, 1000000};
    nanosleep(&pause, NULL);
    count = clp_waiting_threads(threads, &others);
  }
  sem_init(&clp_family->stacks_are_known, 1, 0);
  // Without an exit signal: neither a handler of SIGCHLD nor a wait() of the program's hears of it.
  pid_t between = clone(clp_go_between, stack + sizeof stack, CLONE_VM, NULL);
  if (between < 0) {
    clp_log("no-fork", strerror(errno));
    return;
  }
  while (sem_wait(&clp_errand.has_forked) < 0) {
  }
  atomic_store(&clp_is_reading, true);
  clp_send_stacks(own, threads, count);
  while (waitpid(between, NULL, __WALL) < 0 && errno == EINTR) {
  }
}

static void clp_report(const char *cause, void *own) {
  clp_errand.cause = cause;
  clp_errand.number++;
  char counts[32];
  snprintf(counts, sizeof counts, "%d %d", atomic_load(&clp_family->forks),
           atomic_load(&clp_family->execs));
  clp_log("forks", counts);
  // A lock that another thread held at the fork stays held in the child: once more, then. And
  // once more where the reporter suspects what threads that run may yet prove wrong.
  for (int attempt = 0; attempt < 3; attempt++) {
    clp_errand.result = clp_impossible;
    clp_send(own);
    if (clp_errand.result != clp_stuck && clp_errand.result != clp_unsure) break;
  }
  atomic_store(&clp_is_reading, false);
  if (clp_errand.result == clp_stuck) clp_log("reporter-stuck", cause);
  if (clp_errand.result == clp_none || clp_errand.result == clp_stuck)
    clp_log("reporter-failed", cause);
}

// MARK: - The helper

static bool clp_has_helper;
static sem_t clp_started, clp_request, clp_done;
enum { clp_exits = -1, clp_leaves = -2 };
static atomic_int clp_wanted;  // one of these, or the number of a signal

static bool clp_await(sem_t *semaphore, int milliseconds) {
  struct timespec end;
  clock_gettime(CLOCK_REALTIME, &end);
  end.tv_nsec += milliseconds % 1000 * 1000000L;
  end.tv_sec += milliseconds / 1000 + end.tv_nsec / 1000000000L;
  end.tv_nsec %= 1000000000L;
  int failed;
  do failed = sem_timedwait(semaphore, &end);
  while (failed < 0 && errno == EINTR);
  return failed == 0;
}

static void clp_end_by(int signal) {
  struct sigaction plain = {.sa_handler = SIG_DFL};
  sigaction(signal, &plain, NULL);
  sigset_t only;
  sigemptyset(&only);
  sigaddset(&only, signal);
  pthread_sigmask(SIG_UNBLOCK, &only, NULL);
  syscall(SYS_kill, clp_owner, signal);
}

static void *clp_help(void *nothing) {
  (void)nothing;
  void *own = __builtin_frame_address(0);
  sem_post(&clp_started);
  for (;;) {
    while (sem_wait(&clp_request) < 0) {
    }
    int wanted = atomic_exchange(&clp_wanted, 0);
    if (wanted == 0 || !clp_is_owner()) continue;
    if (wanted == SIGUSR1) {
      clp_report("asked", own);
      continue;
    }
    char cause[16];
    snprintf(cause, sizeof cause, "signal %d", wanted);
    if (wanted < 0) {
      clp_report(wanted == clp_exits ? "exit" : "_exit", own);
    } else if (!atomic_exchange(&clp_is_over, true)) {
      clp_report(cause, own);
    }
    sem_post(&clp_done);
    if (wanted > 0) clp_end_by(wanted);
  }
  return NULL;
}

/// Async-signal-safe: in a child of fork, where there is no helper, the signal does what it would.
static void clp_on_signal(int signal) {
  int saved = errno;
  if (getpid() != clp_owner) {
    if (signal != SIGUSR1) {
      struct sigaction plain = {.sa_handler = SIG_DFL};
      sigaction(signal, &plain, NULL);
      kill(getpid(), signal);
    }
  } else {
    int none = 0;
    // A signal that ends the program is not to be lost to one that only asks.
    if (!atomic_compare_exchange_strong(&clp_wanted, &none, signal) && none == SIGUSR1)
      atomic_store(&clp_wanted, signal);
    sem_post(&clp_request);
  }
  errno = saved;
}

/// Takes a signal over if it would end the program; a handler of the program's own is left alone.
static void clp_catch(int signal) {
  struct sigaction now, ours = {.sa_handler = clp_on_signal, .sa_flags = SA_RESTART};
  if (sigaction(signal, NULL, &now) == 0 && !(now.sa_flags & SA_SIGINFO) &&
      now.sa_handler == SIG_DFL)
    sigaction(signal, &ours, NULL);
}

/// Takes the helper out of glibc's count of threads, which is what libthread_db reads: where a
/// program's last thread ends, so does the program, and the helper never does.
static void clp_leave_count(void) {
  atomic_uint *count = dlvsym(RTLD_DEFAULT, "__nptl_nthreads", "GLIBC_PRIVATE");
  if (count != NULL && atomic_load(count) > 1) atomic_fetch_sub(count, 1);
}

/// is_asked: whether SIGUSR1 asks for reports.
static void clp_start_helper(bool is_asked) {
  sigset_t all, before;
  pthread_t thread;
  pthread_attr_t attributes;
  if (sem_init(&clp_started, 0, 0) != 0 || sem_init(&clp_request, 0, 0) != 0 ||
      sem_init(&clp_done, 0, 0) != 0 || sem_init(&clp_errand.has_forked, 0, 0) != 0)
    return;
  sigfillset(&all);
  // What a program has blocked in all its threads, to wait for it, is not to end it here. But one
  // signal it takes to be stopped by Swift's runtime for the backtrace of a crash.
  sigdelset(&all, SIGPROF);
  if (is_asked) sigdelset(&all, SIGUSR1);
  pthread_sigmask(SIG_SETMASK, &all, &before);
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  pthread_attr_setstacksize(&attributes, clp_helper_stack);
  int failure = pthread_create(&thread, &attributes, clp_help, NULL);
  pthread_attr_destroy(&attributes);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (failure != 0) {
    clp_log("no-fork", strerror(failure));
    return;
  }
  // Until it runs it has every signal blocked, and Swift's runtime says so in a crash.
  while (sem_wait(&clp_started) < 0) {
  }
  clp_leave_count();
  clp_has_helper = true;
}

static void clp_catch_signals(bool is_asked) {
  clp_catch(SIGINT);
  clp_catch(SIGTERM);
  clp_catch(SIGHUP);
  if (is_asked) clp_catch(SIGUSR1);
}

// MARK: - The ways to end

/// Has the report made, if no other thread has, and waits for it.
///
/// Any lock may be held here, as in a signal handler, which the fork would wait for in vain.
static void clp_finish(int way) {
  if (!atomic_exchange(&clp_is_over, true)) {
    clp_ending = __builtin_frame_address(0);
    atomic_store(&clp_wanted, way);
    sem_post(&clp_request);
  }
  int idle = 0;
  while (!clp_await(&clp_done, clp_fork_milliseconds / 2)) {
    idle = atomic_load(&clp_is_reading) ? 0 : idle + 1;
    if (idle < 2) continue;
    clp_log("locked", "");
    break;
  }
  // For another thread that ends the program meanwhile, and for this one's next handlers.
  sem_post(&clp_done);
}

static void clp_at_exit(void) {
  if (!clp_is_owner()) return;
  // Swift may have been loaded since the beginning.
  if (!clp_has_helper && clp_swift(NULL)) clp_start_helper(false);
  if (clp_has_helper) {
    clp_finish(clp_exits);
  } else if (!atomic_exchange(&clp_is_over, true)) {
    clp_log("not-swift", "");
  }
}

/// Skips exit handlers on purpose.
static __attribute__((noreturn)) void clp_leave(int status) {
  if (clp_is_owner() && clp_has_helper) clp_finish(clp_leaves);
  for (;;) syscall(SYS_exit_group, status);
}

CLP_EXPORT void _exit(int status) { clp_leave(status); }

CLP_EXPORT void _Exit(int status) { clp_leave(status); }

// MARK: - exec: the process stays the one that was started

/// LD_PRELOAD without this library in it, or NULL if nothing is left; the result is the caller's.
static char *clp_other_preloads(const char *value) {
  size_t ours = strlen(clp_library), used = 0;
  char *rest = malloc(strlen(value) + 1);
  if (rest == NULL) return NULL;
  while (*value != 0) {
    size_t length = strcspn(value, ": ");
    if (length > 0 && !(length == ours && strncmp(value, clp_library, ours) == 0)) {
      if (used > 0) rest[used++] = ':';
      memcpy(rest + used, value, length);
      used += length;
    }
    value += length + (value[length] != 0);
  }
  rest[used] = 0;
  if (used > 0) return rest;
  free(rest);
  return NULL;
}

static size_t clp_length(char *const words[]) {
  size_t count = 0;
  while (words != NULL && words[count] != NULL) count++;
  return count;
}

static const char clp_preload_name[] = "LD_PRELOAD=";

/// What an environment preloads, or an empty string.
static const char *clp_preloads(char *const from[]) {
  size_t length = sizeof clp_preload_name - 1;
  for (; from != NULL && *from != NULL; from++)
    if (strncmp(*from, clp_preload_name, length) == 0) return *from + length;
  return "";
}

/// Fills `into` (two longer than `from`) with an environment that brings this library along.
static void clp_bring_along(char **into, char *const from[], char *preload) {
  size_t length = sizeof clp_preload_name - 1, count = 0;
  for (; from != NULL && *from != NULL; from++)
    if (strncmp(*from, clp_preload_name, length) != 0) into[count++] = *from;
  into[count++] = preload;
  into[count++] = clp_folder_variable;
  into[count] = NULL;
}

/// Runs `call` with `environment`, changed for the process that was started; a child that execs
/// is only counted. Async-signal-safe, as exec is.
#define CLP_EXEC(what, environment, call)                              \
  do {                                                                 \
    char *const *clp_environment = (environment);                      \
    if (!clp_is_owner()) {                                             \
      if (clp_family != NULL) atomic_fetch_add(&clp_family->execs, 1); \
      int failed = (call);                                             \
      if (clp_family != NULL) atomic_fetch_sub(&clp_family->execs, 1); \
      return failed;                                                   \
    }                                                                  \
    const char *theirs = clp_preloads(clp_environment);                \
    char *changed[clp_length(clp_environment) + 3];                    \
    char preload[sizeof clp_preload_name + strlen(theirs) + strlen(clp_library) + 1]; \
    strcpy(preload, clp_preload_name);                                 \
    strcat(preload, theirs);                                           \
    if (*theirs != 0) strcat(preload, ":");                            \
    strcat(preload, clp_library);                                      \
    clp_bring_along(changed, clp_environment, preload);                \
    clp_environment = changed;                                         \
    clp_log("exec", (what));                                           \
    int failed = (call);                                               \
    int saved = errno;                                                 \
    clp_log("exec-failed", (what));                                    \
    errno = saved;                                                     \
    return failed;                                                     \
  } while (0)

CLP_EXPORT int execve(const char *path, char *const words[], char *const given[]) {
  CLP_EXEC(path, given, clp_real_execve(path, words, clp_environment));
}

CLP_EXPORT int execvpe(const char *file, char *const words[], char *const given[]) {
  CLP_EXEC(file, given, clp_real_execvpe(file, words, clp_environment));
}

CLP_EXPORT int fexecve(int file, char *const words[], char *const given[]) {
  CLP_EXEC("a file that was open", given, clp_real_fexecve(file, words, clp_environment));
}

CLP_EXPORT int execveat(int folder_file, const char *path, char *const words[],
                        char *const given[], int flags) {
  CLP_EXEC(path, given, clp_real_execveat(folder_file, path, words, clp_environment, flags));
}

CLP_EXPORT int execv(const char *path, char *const words[]) {
  return execve(path, words, environ);
}

CLP_EXPORT int execvp(const char *file, char *const words[]) {
  return execvpe(file, words, environ);
}

/// Collects the words of an execl call into `words` on the caller's stack.
#define CLP_WORDS(first)                                                           \
  va_list list, again;                                                             \
  va_start(list, first);                                                           \
  va_copy(again, list);                                                            \
  size_t count = (first) != NULL;                                                  \
  while ((first) != NULL && va_arg(list, char *) != NULL) count++;                 \
  char *words[count + 1];                                                          \
  words[0] = (char *)(first);                                                      \
  for (size_t i = 1; i <= count && (first) != NULL; i++) words[i] = va_arg(again, char *); \
  va_end(list)

CLP_EXPORT int execl(const char *path, const char *first, ...) {
  CLP_WORDS(first);
  va_end(again);
  return execve(path, words, environ);
}

CLP_EXPORT int execlp(const char *file, const char *first, ...) {
  CLP_WORDS(first);
  va_end(again);
  return execvpe(file, words, environ);
}

CLP_EXPORT int execle(const char *path, const char *first, ...) {
  CLP_WORDS(first);
  char *const *given = va_arg(again, char *const *);
  va_end(again);
  return execve(path, words, given);
}

// MARK: - The beginning

static void clp_forked_parent(void) {
  if (clp_is_owner()) atomic_fetch_add(&clp_family->forks, 1);
}

/// The place of a variable in the environment, or NULL.
///
/// Not getenv and its kin: a shell has its own of these, which don't work yet.
static char **clp_variable(const char *name) {
  size_t length = strlen(name);
  for (char **entry = environ; entry != NULL && *entry != NULL; entry++)
    if (strncmp(*entry, name, length) == 0 && (*entry)[length] == '=') return entry;
  return NULL;
}

static void clp_remove(char **entry) {
  while (entry != NULL && (entry[0] = entry[1]) != NULL) entry++;
}

/// Gives the program the environment that it would have without this library.
static void clp_restore_environment(void) {
  clp_remove(clp_variable("LAB_LEAKS"));
  char **preload = clp_variable("LD_PRELOAD");
  if (preload == NULL) return;
  char *rest = clp_other_preloads(*preload + sizeof clp_preload_name - 1);
  if (rest == NULL) {
    clp_remove(preload);
    return;
  }
  // Shorter than before, so there is room for it.
  strcpy(*preload + sizeof clp_preload_name - 1, rest);
  free(rest);
}

/// glibc calls constructors with what main is called with.
static __attribute__((constructor)) void clp_begin(int count, char **words) {
  (void)count;
  clp_real_execve = (clp_execve_f)dlsym(RTLD_NEXT, "execve");
  clp_real_execvpe = (clp_execve_f)dlsym(RTLD_NEXT, "execvpe");
  clp_real_fexecve = (clp_fexecve_f)dlsym(RTLD_NEXT, "fexecve");
  clp_real_execveat = (clp_execveat_f)dlsym(RTLD_NEXT, "execveat");
  Dl_info self;
  char **variable = clp_variable("LAB_LEAKS");
  const char *folder = variable != NULL ? *variable + strlen("LAB_LEAKS=") : NULL;
  if (folder == NULL || strlen(folder) >= sizeof clp_folder) return;
  if (dladdr((void *)clp_begin, &self) == 0 || strlen(self.dli_fname) >= sizeof clp_library) return;
  strcpy(clp_folder, folder);
  snprintf(clp_folder_variable, sizeof clp_folder_variable, "LAB_LEAKS=%s", folder);
  strcpy(clp_library, self.dli_fname);
  clp_restore_environment();
  void *shared = mmap(NULL, sizeof *clp_family, PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) return;
  clp_family = shared;
  clp_open_log();

  char path[clp_path_size];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  path[length > 0 ? length : 0] = 0;
  clp_log("began", path);
  if (clp_is_sanitized()) {
    clp_log("sanitizer", "");
    return;
  }
  // Blocks of one malloc are no good to another's functions, and a library with a malloc may well
  // have more functions than the ledger has. So the program begins again, as it is by itself.
  const char *allocator = clp_other_allocator();
  if (allocator != NULL) {
    clp_log("other-allocator", allocator);
    clp_real_execve((const char *)getauxval(AT_EXECFN), words, environ);
    return;
  }
  clp_owner = getpid();
  pthread_atfork(NULL, clp_forked_parent, NULL);
  // A second thread that calls exit goes on with the handlers that the first has not come to: it
  // is to find one more that waits.
  for (int handler = 0; handler < 4; handler++) atexit(clp_at_exit);
  bool is_dynamic = clp_swift(NULL);
  clp_brings_runtime = !is_dynamic && clp_is_swift_inside();
  if (is_dynamic || clp_brings_runtime) {
    chl_wipe_freed();
    clp_path(path, "running");
    bool is_asked = access(path, F_OK) == 0;
    clp_start_helper(is_asked);
    if (clp_has_helper) clp_catch_signals(is_asked);
  } else {
    clp_log("no-swift-yet", "");
  }
}

#endif
