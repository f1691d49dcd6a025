#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The room that a limit on this process's address space (`ulimit -v`) leaves.
enum AddressSpace {
  /// What a snapshot takes beside the files it maps and its graph: the ledger's next leaves and
  /// the arenas of threads that begin meanwhile.
  private static let margin = 128 << 20

  /// Tells whether the heap of a process with this map can be read here.
  ///
  /// Swift ends a program that can't get memory, so it is asked beforehand, by asking for it all
  /// at once: the mapped files again, for their symbols, and twice what is resident, which bounds
  /// the graph. Other threads may still take it in between.
  static func hasRoom(forReading map: MemoryMap) -> Bool {
    var limit = rlimit()
    guard getrlimit(limitOnAddressSpace, &limit) == 0, limit.rlim_cur < 1 << 60 else { return true }
    let files = Set(map.ranges.lazy.filter(\.isFile).map(\.name)).reduce(0) { $0 + size(of: $1) }
    let wanted = files + 2 * resident + margin
    let room = mmap(nil, wanted, PROT_NONE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard room != UnsafeMutableRawPointer(bitPattern: -1) else { return false }
    munmap(room, wanted)
    return true
  }

  private static func size(of path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// The bytes of this process that are in memory: the second figure of `/proc/self/statm`.
  private static var resident: Int {
    let figures = String(decoding: TextFile.bytes(of: "/proc/self/statm") ?? [], as: UTF8.self)
      .split(separator: " ")
    return figures.count > 1 ? (Int(figures[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
  }

  #if canImport(Glibc)
    private static let limitOnAddressSpace = Int32(RLIMIT_AS.rawValue)
  #else
    private static let limitOnAddressSpace = RLIMIT_AS
  #endif
}
