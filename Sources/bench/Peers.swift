#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The programs that a snapshot is compared with.
enum Peers {
  /// Compiles the workload with a main of its own.
  static func compile(_ main: String, named name: String, _ options: [String] = [])
    throws(Child.Failure) -> String
  {
    let compiler = try Tool.need("swiftc")
    // Top-level code has to be in a file of this name.
    let source = try Scratch.write(main, to: "main.swift")
    let workload = "\(#filePath.dropLast("Peers.swift".count))Workload.swift"
    let program = Scratch.path(for: name)
    _ = try Child.run([compiler, "-O", source, workload, "-o", program] + options)
    return program
  }

  /// LeakSanitizer's check of the same heap in turn with snapshots, and the peaks of both.
  ///
  /// `swiftc` offers it as part of AddressSanitizer; `options` may link it alone.
  static func printLeakSanitizer(_ title: String, objects: Int, _ options: [String])
    throws(Child.Failure)
  {
    let program = try compile(leakSanitizerMain, named: "lsan", options)
    var (checks, snapshots): ([[Double]], [[Double]]) = ([], [])
    for _ in 0..<7 {
      checks.append(try Child.run([program, String(objects / 2)]).figures(2))
      snapshots.append(try SnapshotMeasure.once(objects: objects))
    }
    let snapshot = SnapshotMeasure(snapshots)
    let (seconds, peak) = (checks.map { $0[0] }.median, checks.map { $0[1] }.median)
    print(
      "\(title): snapshot \(snapshot.seconds.text) s / check \(seconds.text) s =", terminator: " ")
    print((snapshot.seconds / seconds).text, terminator: "; ")
    print("peak \(Int(snapshot.peak) / 1024) MB / \(Int(peak) / 1024) MB =", terminator: " ")
    print((snapshot.peak / peak).text)
  }

  /// Where clang keeps LeakSanitizer without AddressSanitizer.
  static func aloneOptions() throws(Child.Failure) -> [String] {
    let clang = try Tool.need("clang")
    let resources = try Child.run([clang, "-print-resource-dir"]).output.filter { $0 != "\n" }
    #if arch(x86_64)
      let machine = "x86_64"
    #else
      let machine = "aarch64"
    #endif
    let library = "\(resources)/lib/linux/libclang_rt.lsan-\(machine).a"
    guard access(library, R_OK) == 0 else {
      throw Child.Failure(description: "not available, as there is no libclang_rt.lsan")
    }
    return ["--whole-archive", library, "--no-whole-archive", "--export-dynamic"]
      .flatMap { ["-Xlinker", $0] }
  }

  /// The whole run of a program under Valgrind.
  static func printValgrind(objects: Int) throws(Child.Failure) {
    let valgrind = try Tool.need("valgrind")
    let program = try compile(plainMain, named: "plain")
    let run = try Child.run([valgrind, "--leak-check=full", "-q", program, String(objects / 2)])
    let snapshot = try SnapshotMeasure.run(objects: objects, times: 3)
    print(
      "Valgrind: snapshot \(snapshot.seconds.text) s / run \(run.seconds.text) s =", terminator: " "
    )
    print((snapshot.seconds / run.seconds).text)
  }

  private static let leakSanitizerMain = """
    import Glibc
    Workload.build(nodes: Int(CommandLine.arguments[1]) ?? 0)
    typealias Check = @convention(c) () -> Int32
    guard let symbol = dlsym(nil, "__lsan_do_recoverable_leak_check") else { exit(3) }
    let check = unsafeBitCast(symbol, to: Check.self)
    var start = timespec(), end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &start)
    _ = check()
    clock_gettime(CLOCK_MONOTONIC, &end)
    print(Double(end.tv_sec - start.tv_sec) + Double(end.tv_nsec - start.tv_nsec) / 1e9)
    var status = [CChar](repeating: 0, count: 4096)
    let file = open("/proc/self/status", O_RDONLY)
    _ = read(file, &status, status.count - 1)
    for line in String(cString: status).split(separator: "\\n") where line.hasPrefix("VmHWM:") {
      print(line.filter(\\.isNumber))
    }
    fflush(nil)
    _exit(0)
    """
  private static let plainMain = """
    Workload.build(nodes: Int(CommandLine.arguments[1]) ?? 0)
    Workload.takeApart()
    """
}
