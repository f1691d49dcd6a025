import Foundation
import Testing

@testable import LabKit

/// `lab leaks` over programs whose malloc is not glibc's, wherever it comes from.
struct AllocatorTests {
  /// A malloc that never gives anything back, and a program that may load Swift.
  private static let source = """
    #define _GNU_SOURCE
    #include <stddef.h>
    #include <string.h>
    #ifdef WITH_MALLOC
    static _Alignas(64) char pool[64 << 20];
    static size_t used;
    static void *take(size_t size, size_t step) {
      size_t room = size + step + 64;
      char *place = pool + __atomic_fetch_add(&used, (room + 63) / 64 * 64, __ATOMIC_RELAXED) + 16;
      place += (step - (size_t)place % step) % step;
      ((size_t *)place)[-1] = size;
      return place;
    }
    size_t malloc_usable_size(void *block) { return block ? ((size_t *)block)[-1] : 0; }
    void *malloc(size_t size) { return take(size, 16); }
    void free(void *block) { memset(block, 0xdb, malloc_usable_size(block)); }
    void *calloc(size_t count, size_t size) { return take(count * size, 16); }
    void *realloc(void *block, size_t size) {
      size_t before = malloc_usable_size(block);
      void *moved = take(size, 16);
      return block ? memcpy(moved, block, before < size ? before : size) : moved;
    }
    void *memalign(size_t step, size_t size) { return take(size, step); }
    void *aligned_alloc(size_t step, size_t size) { return take(size, step); }
    int posix_memalign(void **block, size_t step, size_t size) {
      return *block = take(size, step), 0;
    }
    #endif
    #ifdef WITH_MAIN
    #include <dlfcn.h>
    #include <stdio.h>
    int main(int count, char **words) {
      puts(count < 2 || dlopen(words[1], RTLD_NOW) ? "ran" : dlerror());
      return 3;
    }
    #endif
    """

  /// How a program is made, how it is called, and why there is no report; nil if there is one.
  private static let programs: [(make: String, call: String, failure: String?)] = [
    ("-DWITH_MALLOC", "./p $SWIFT", "another malloc answers in this program."),
    ("./liba.so", "./p $SWIFT", "another malloc answers in this program: "),
    ("./liba.so", "sh -c 'exec ./p'", "another malloc answers in this program: "),
    ("-fsanitize=address", "./p", "a sanitizer owns malloc in "),
    ("-static", "./p", "./p is linked statically"),
    ("", "./p $SWIFT", nil),
  ]

  @Test(arguments: programs)
  func `a program with a malloc of its own keeps it, and it is said`(
    make: String, call: String, failure: String?
  ) async throws {
    try await Self.inFolder { prefix in
      let compiled = try await BuiltPrograms.shell(prefix + "clang -w -DWITH_MAIN a.c -o p \(make)")
      if compiled.exit != .status(0) { try Test.cancel("clang can't: \(compiled.errors.text)") }
      let bare = try await BuiltPrograms.shell(prefix + call)
      let watched = try await BuiltPrograms.shell(
        prefix
          + "\"$LAB\" leaks --json --output r -- \(call); status=$?; cat r >&2; exit $status")
      let report = try JSONDecoder().decode(
        LeaksCommandTests.Report.self, from: Data(watched.errors.text.utf8))
      #expect(bare.output.text == "ran\n")
      #expect(watched.output.text == bare.output.text)
      #expect(report.exit == bare.exit)
      if let failure {
        #expect(report.failure?.hasPrefix(failure) == true, "\(report.failure ?? "none")")
        #expect(watched.exit == .status(2))
      } else {
        #expect(report.failure == nil)
        #expect(watched.exit == .status(0))
      }
    }
  }

  @Test func `a malloc that is preloaded into all is no trouble`() async throws {
    let program = BuiltPrograms.folder.appendingPathComponent("specimens").path
    try await Self.inFolder { prefix in
      let said = try await BuiltPrograms.shell(
        prefix + "LD_PRELOAD=./liba.so \"$LAB\" leaks -- '\(program)' two clean")
      #expect(said.errors.text.contains("another malloc answers in this program."))
      #expect(said.exit == .status(2))
    }
  }

  /// Makes a folder with the library in it; hands over what a line of shell there begins with.
  private static func inFolder(_ body: (String) async throws -> Void) async throws {
    try await BuiltPrograms.withCopies(of: [:]) { folder in
      try Data(source.utf8).write(to: folder.appendingPathComponent("a.c"))
      let prefix = "cd '\(folder.path)' && SWIFT='\(LeakWatcher.ownRuntime)' && "
      let library = try await BuiltPrograms.shell(
        prefix + "clang -w -DWITH_MALLOC -fPIC -fno-builtin -shared a.c -o liba.so")
      if library.exit != .status(0) { try Test.cancel("There is no C compiler here.") }
      try await body(prefix)
    }
  }
}
