import CSwiftRuntime
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The Swift runtime of the program whose heap is read: it alone can say what its types are.
///
/// Usually there is one in a process, and it is what this code is linked with. A program that has
/// the runtime linked in statically brings its own; the reader that is loaded into a copy of it
/// brings another, which ends the process when it is given metadata that it didn't make. Then the
/// program's is found by the executable's symbol table and called there, in the copy.
///
/// Invariant: the functions are those of `CSwiftRuntime.h`, of the same toolchain as the reader.
struct ProgramRuntime: Sendable {
  typealias FindType =
    @convention(c) (
      UnsafePointer<CChar>?, Int, UnsafeRawPointer?, UnsafePointer<UnsafeRawPointer?>?
    ) -> UnsafeRawPointer?

  let typeInContext: FindType
  let typeInEnvironment: FindType
  /// What the first word of a block on the heap is.
  let mallocBlock: UInt

  private static let chosen = Mutex(linked)

  /// The runtime to ask; the one that this code is linked with, until another is chosen.
  static var current: ProgramRuntime { chosen.withLock { $0 } }

  #if os(Linux)
    private static var linked: ProgramRuntime {
      ProgramRuntime(
        typeInContext: swift_getTypeByMangledNameInContext,
        typeInEnvironment: swift_getTypeByMangledNameInEnvironment,
        mallocBlock: UInt(bitPattern: dlsym(nil, "_NSConcreteMallocBlock")))
    }

    /// Chooses the runtime of a program that has these images.
    ///
    /// - Parameter images: what was mapped before anything of the reader was loaded.
    /// - Throws: `SnapshotError` if the program's own runtime can't be called.
    static func choose(for images: LoadedImages) throws(SnapshotError) {
      let own = linked
      if images.path(of: unsafeBitCast(own.typeInContext, to: UInt.self)) != nil { return }
      guard let executable = images.executable,
        let context = executable.address(ofSymbol: "swift_getTypeByMangledNameInContext"),
        let environment = executable.address(ofSymbol: "swift_getTypeByMangledNameInEnvironment")
      else { throw .strippedRuntime }
      guard isOfSameToolchain(executable) else { throw .otherRuntime }
      let runtime = ProgramRuntime(
        typeInContext: unsafeBitCast(context, to: FindType.self),
        typeInEnvironment: unsafeBitCast(environment, to: FindType.self),
        mallocBlock: executable.address(ofSymbol: "_NSConcreteMallocBlock") ?? 0)
      chosen.withLock { $0 = runtime }
    }

    /// Each toolchain has a compiler for C of its own, which leaves its exact version in whatever
    /// the runtime's start-up code is linked into.
    private static func isOfSameToolchain(_ executable: ElfImage) -> Bool {
      let images = LoadedImages(map: MemoryMap(process: getpid()))
      let reader = images.image(containing: UInt(bitPattern: #dsohandle))
      return reader.map { !executable.compilers.isDisjoint(with: $0.compilers) } ?? false
    }
  #else
    private static var linked: ProgramRuntime {
      ProgramRuntime(
        typeInContext: { _, _, _, _ in nil }, typeInEnvironment: { _, _, _, _ in nil },
        mallocBlock: 0)
    }

    static func choose(for images: LoadedImages) throws(SnapshotError) {}
  #endif
}
