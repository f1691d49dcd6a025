#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A program that was run to its end.
///
/// Without Foundation, so that a snapshot's child is no larger than the program it is compared to.
struct Child {
  let output: String
  /// From its start to its end.
  let seconds: Double
  /// What it took of the processors' time, its own and the system's for it.
  let processorSeconds: Double

  /// Why a program gave no figures.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs a program; its errors are shown only if it fails.
  ///
  /// - Throws: `Failure` if it can't be started, doesn't end with status 0, or says too little.
  static func run(_ words: [String], environment: [String] = []) throws(Failure) -> Child {
    let name = words[0].split(separator: "/").last.map(String.init) ?? words[0]
    var ends: [Int32] = [0, 0]
    let errors = Scratch.path(for: "errors")
    guard pipe(&ends) == 0 else { throw Failure(description: "\(name): no pipe") }
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
    #else
      var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(&actions, 2, errors, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addclose(&actions, ends[1])
    var arguments = words.map { strdup($0) } + [nil]
    var variables = environment.map { strdup($0) }
    var inherited = environ
    while let variable = inherited.pointee {
      variables.append(strdup(variable))
      inherited += 1
    }
    variables.append(nil)
    let start = ContinuousClock.now
    var child: pid_t = 0
    let failure = posix_spawn(&child, words[0], &actions, nil, &arguments, &variables)
    close(ends[1])
    posix_spawn_file_actions_destroy(&actions)
    for pointer in arguments + variables { free(pointer) }
    guard failure == 0 else {
      close(ends[0])
      throw Failure(description: "\(name): \(String(cString: strerror(failure)))")
    }
    let output = Text.read(ends[0])
    close(ends[0])
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    guard status == 0 else {
      let end = status & 0x7f == 0 ? "status \(status >> 8 & 0xff)" : "signal \(status & 0x7f)"
      let last = (Text.contents(of: errors) ?? "").split(separator: "\n").last ?? ""
      throw Failure(description: "\(name) ended with \(end)" + (last.isEmpty ? "" : ": \(last)"))
    }
    let times = [usage.ru_utime, usage.ru_stime].map {
      Double($0.tv_sec) + Double($0.tv_usec) / 1e6
    }
    return Child(output: output, seconds: seconds, processorSeconds: times[0] + times[1])
  }

  /// The numbers that the program printed.
  func figures(_ count: Int) throws(Failure) -> [Double] {
    let figures = output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard figures.count == count else {
      throw Failure(description: "expected \(count) figures and got: \(output)")
    }
    return figures
  }
}

/// Text read whole, without Foundation.
enum Text {
  static func read(_ file: Int32) -> String {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let got = chunk.withUnsafeMutableBytes { buffer in
        #if canImport(Darwin)
          Darwin.read(file, buffer.baseAddress, buffer.count)
        #else
          Glibc.read(file, buffer.baseAddress, buffer.count)
        #endif
      }
      if got < 0, errno == EINTR { continue }
      guard got > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(contentsOf: chunk[..<got])
    }
  }

  static func contents(of path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    return read(file)
  }
}

/// Programs on the path.
enum Tool {
  static func find(_ name: String) -> String? {
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  static func need(_ name: String) throws(Child.Failure) -> String {
    guard let tool = find(name) else {
      throw Child.Failure(description: "not available, as there is no \(name)")
    }
    return tool
  }
}

/// A folder for what a run compiles, taken away at its end.
enum Scratch {
  private static let folder = "/tmp/heap-graph-bench-\(getpid())"

  static func path(for name: String) -> String {
    mkdir(folder, 0o700)
    return "\(folder)/\(name)"
  }

  static func write(_ text: String, to name: String) throws(Child.Failure) -> String {
    let path = path(for: name)
    guard let file = fopen(path, "w") else {
      throw Child.Failure(description: "can't write \(path)")
    }
    fputs(text, file)
    fclose(file)
    return path
  }

  static func remove() {
    guard let listing = opendir(folder) else { return }
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      unlink("\(folder)/\(name)")
    }
    closedir(listing)
    rmdir(folder)
  }
}
