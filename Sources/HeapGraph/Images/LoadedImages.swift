import Synchronization

/// The ELF files mapped into a process, and what an address in them is called.
///
/// Not thread-safe, as it caches, but for `isPropertyWrapper`. One snapshot owns one.
final class LoadedImages {
  let images: [ElfImage]
  private let bounds: [(range: Range<UInt>, image: Int)]
  private var names: [UInt: SymbolName?] = [:]
  private let wrappers = Mutex<Set<String>?>(nil)

  /// Opens every file that the map names and that is an ELF file.
  init(map: MemoryMap) {
    var images: [ElfImage] = []
    var bounds: [(range: Range<UInt>, image: Int)] = []
    var known: [String: Int?] = [:]
    for range in map.ranges where range.isFile {
      if known[range.name] == nil {
        let image =
          range.fileOffset == 0
          ? ElfImage(path: range.name, start: range.start) : nil
        known[range.name] = .some(image == nil ? nil : images.count)
        if let image { images.append(image) }
      }
      if case .some(.some(let index)) = known[range.name] {
        bounds.append((range.start..<range.end, index))
      }
    }
    for (index, image) in images.enumerated() {
      bounds.append(contentsOf: image.writable.map { ($0, index) })
    }
    self.images = images
    self.bounds = bounds
  }

  /// The image that an address lies in.
  func image(containing address: UInt) -> ElfImage? {
    bounds.first { $0.range.contains(address) }.map { images[$0.image] }
  }

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
  /// Metadata doesn't say so; the symbol table of the user's own images does, unless stripped.
  func isPropertyWrapper(_ typeName: String) -> Bool {
    wrappers.withLock { known in
      let names = known ?? propertyWrappers()
      known = names
      return names.contains(typeName)
    }
  }

  private func propertyWrappers() -> Set<String> {
    var found: Set<String> = []
    for image in images where image.isUserCode {
      for symbol in image.symbolNames(containing: "12wrappedValue") where symbol.hasPrefix("$s") {
        let name = SymbolName(mangled: symbol, offset: 0)
        if let owner = name.owner(ofMember: "wrappedValue") { found.insert(owner) }
      }
    }
    return found
  }
}
