import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The ELF files mapped into a process, and what an address in them is called.
///
/// A file is opened when something in it is asked for, which for most is never. Not thread-safe, as
/// it caches, but for what a `SymbolSource` is asked. One snapshot owns one.
final class LoadedImages: SymbolSource {
  /// A mapped file, perhaps an ELF file.
  private struct File {
    let path: String
    let start: UInt
    /// The end of what is mapped of it, and of the variables that follow without a file.
    var end: UInt = 0
    var hasCode = false
    /// Nothing until the file was asked for; then the image, or nil if it is none.
    var image: ElfImage??

    /// Tells whether this is no library of the system's or the toolchain's.
    var isUserCode: Bool {
      !path.hasPrefix("/lib") && !path.hasPrefix("/usr/lib") && !path.contains("/lib/swift/linux/")
    }
  }

  /// Sorted by address.
  private var files: [File] = []
  private var names: [UInt: SymbolName?] = [:]
  private let asked = Mutex(Asked())

  /// What is kept of answers as a `SymbolSource`.
  private struct Asked {
    var propertyWrappers: Set<String>?
    var addresses: [String: UInt?] = [:]
  }

  /// Notes the files that a map names.
  init(map: MemoryMap) {
    var files: [File] = []
    for range in map.ranges {
      let last = files.last
      let beginsAnew = range.fileOffset == 0 && last?.hasCode == false
      let belongs =
        range.isFile ? range.name == last?.path && !beginsAnew : range.start == last?.end
      if !belongs {
        guard range.isFile, range.fileOffset == 0 else { continue }
        files.append(File(path: range.name, start: range.start))
      }
      files[files.count - 1].end = range.end
      if range.isFile, range.isExecutable { files[files.count - 1].hasCode = true }
    }
    // What was only opened to be read is no image.
    self.files = files.filter(\.hasCode)
  }

  /// All ELF files among them, each opened as it is come to.
  var images: some Sequence<ElfImage> { files.indices.lazy.compactMap(image) }

  /// The program itself: on Linux the image at the lowest address.
  var executable: ElfImage? { images.first { _ in true } }

  private func image(_ index: Int) -> ElfImage? {
    if let known = files[index].image { return known }
    let image = ElfImage(path: files[index].path, start: files[index].start)
    files[index].image = .some(image)
    return image
  }

  /// The ELF file that is mapped at an address.
  func image(containing address: UInt) -> ElfImage? { file(containing: address).flatMap(image) }

  private func file(containing address: UInt) -> Int? {
    files.firstIndex { $0.start <= address && address < $0.end }
  }

  /// The file that is mapped at an address.
  func path(of address: UInt) -> String? { file(containing: address).map { files[$0].path } }

  /// Tells whether an address lies in code that is no library's of the system or the toolchain.
  ///
  /// In a program that the toolchain's libraries are linked into, the module has to tell: it is
  /// looked for among the symbols if the caller doesn't know it.
  func isUserCode(_ address: UInt, of module: String? = nil) -> Bool {
    guard let file = file(containing: address), files[file].isUserCode else { return false }
    if hasSharedRuntime { return true }
    guard let module = module ?? self.module(of: address) else { return true }
    return !ToolchainModule.names.contains(module)
  }

  /// The module of the function at an address, or of the nearest one before it: a linker leaves
  /// together what came in one file, and not all that a compiler makes has a module in its name.
  private func module(of address: UInt) -> String? {
    if let module = name(of: address)?.module { return module }
    return image(containing: address)?.swiftSymbol(before: address)
      .flatMap { SymbolName(mangled: $0, offset: 0).module }
  }

  /// Whether the Swift runtime is a library of its own, and so all of the toolchain's are.
  private var hasSharedRuntime: Bool { files.contains { $0.path.hasSuffix("/libswiftCore.so") } }

  /// The name of the function or variable that an address lies in.
  func name(of address: UInt) -> SymbolName? {
    if let known = names[address] { return known }
    let name = image(containing: address)?.symbol(containing: address)
      .map { SymbolName(mangled: $0.name, offset: $0.offset) }
    names[address] = .some(name)
    return name
  }

  /// Tells whether a type of this name has a property `wrappedValue`, so is a property wrapper.
  ///
  /// Metadata doesn't say so of a computed property; the names in the user's own images do, unless
  /// stripped.
  func isPropertyWrapper(_ typeName: String) -> Bool {
    asked.withLock { asked in
      let names = asked.propertyWrappers ?? propertyWrappers()
      asked.propertyWrappers = names
      return names.contains(typeName)
    }
  }

  func hiddenType(
    at record: MangledName, in context: MetadataPointer?, arguments: MetadataPointer?
  ) -> MetadataPointer? {
    asked.withLock { asked in
      let place = record.start.address
      let isGeneric = context.map { NominalDescriptor(pointer: $0).isGeneric } ?? false
      guard let own = image(containing: place),
        let symbol = own.symbol(containing: place)?.name,
        let type = HiddenType(symbol: symbol, isGeneric: isGeneric)
      else { return nil }
      return type.metadata(in: context, arguments: arguments) { symbol in
        if let known = asked.addresses[symbol] { return known }
        let found = address(ofSymbol: symbol, in: own)
        asked.addresses[symbol] = .some(found)
        return found
      }
    }
  }

  /// The address of a symbol that an image has, or that another exports.
  private func address(ofSymbol symbol: String, in image: ElfImage) -> UInt? {
    // The loader knows what is exported; it may know it of a library that came with the reader.
    let exported = UInt(bitPattern: dlsym(nil, symbol))
    if exported != 0, path(of: exported) != nil { return exported }
    return image.address(ofSymbol: symbol)
  }

  private func propertyWrappers() -> Set<String> {
    var found: Set<String> = []
    for image in files.indices.filter({ files[$0].isUserCode }).compactMap(image) {
      for symbol in image.symbolNames(containing: "12wrappedValue") where symbol.hasPrefix("$s") {
        let name = SymbolName(mangled: symbol, offset: 0)
        if let owner = name.owner(ofMember: "wrappedValue") { found.insert(owner) }
      }
    }
    return found
  }
}
