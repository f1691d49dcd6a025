/// An ELF file that is mapped into a process, with the parts of it that a heap walk asks for.
///
/// Read from the file, not from memory: section headers and the static symbol table are not
/// mapped. Format: the System V ABI, 64-bit little-endian.
struct ElfImage: Sendable {
  let path: String
  /// What to add to a symbol's value to get its address.
  let bias: UInt
  /// The address ranges of its writable segments, where globals lie.
  let writable: [Range<UInt>]
  private let file: MappedFile
  private let symbols: SymbolSection?

  private struct SymbolSection {
    var offset: Int
    var count: Int
    var names: Int
    var namesSize: Int
  }

  /// Tells whether this is no library of the system's or the toolchain's.
  var isUserCode: Bool {
    !path.hasPrefix("/lib") && !path.hasPrefix("/usr/lib") && !path.contains("/lib/swift/linux/")
  }

  /// Opens the file whose first page is mapped at `start`, or fails if it is not such a file.
  init?(path: String, start: UInt) {
    guard let file = MappedFile(path: path), file.load(0, as: UInt32.self) == 0x464c_457f,
      file.load(4, as: UInt8.self) == 2
    else { return nil }
    self.path = path
    self.file = file

    var bias = start
    var writable: [Range<UInt>] = []
    let table = Int(file.load(32, as: UInt64.self))
    let size = Int(file.load(54, as: UInt16.self))
    let headers = (0..<Int(file.load(56, as: UInt16.self))).map { table + $0 * size }
    let segments = headers.filter { file.load($0, as: UInt32.self) == 1 }
    for header in segments where file.load(header + 8, as: UInt64.self) == 0 {
      bias = start &- UInt(file.load(header + 16, as: UInt64.self))
    }
    for header in segments where file.load(header + 4, as: UInt32.self) & 2 != 0 {
      let address = bias &+ UInt(file.load(header + 16, as: UInt64.self))
      writable.append(address..<address + UInt(file.load(header + 40, as: UInt64.self)))
    }
    self.bias = bias
    self.writable = writable
    symbols = Self.symbolSection(in: file)
  }

  /// Finds `.symtab`, or `.dynsym` in a stripped file.
  private static func symbolSection(in file: MappedFile) -> SymbolSection? {
    let table = Int(file.load(40, as: UInt64.self))
    let size = Int(file.load(58, as: UInt16.self))
    let count = Int(file.load(60, as: UInt16.self))
    var found: SymbolSection?
    for header in (0..<count).map({ table + $0 * size }) {
      let type = file.load(header + 4, as: UInt32.self)
      guard type == 2 || (type == 11 && found == nil) else { continue }
      let strings = table + Int(file.load(header + 40, as: UInt32.self)) * size
      found = SymbolSection(
        offset: Int(file.load(header + 24, as: UInt64.self)),
        count: Int(file.load(header + 32, as: UInt64.self)) / 24,
        names: Int(file.load(strings + 24, as: UInt64.self)),
        namesSize: Int(file.load(strings + 32, as: UInt64.self)))
    }
    return found
  }

  /// Finds the function or variable that an address lies in.
  ///
  /// One pass over the symbols, so keep the answer. Of several symbols the smallest wins.
  func symbol(containing address: UInt) -> (name: String, offset: UInt)? {
    guard let symbols else { return nil }
    var best: (name: Int, offset: UInt, size: UInt)?
    for entry in (0..<symbols.count).map({ symbols.offset + $0 * 24 }) {
      let value = bias &+ UInt(file.load(entry + 8, as: UInt64.self))
      guard value <= address, file.load(entry + 6, as: UInt16.self) != 0 else { continue }
      let kind = file.load(entry + 4, as: UInt8.self) & 0xf
      let size = UInt(file.load(entry + 16, as: UInt64.self))
      guard kind <= 2, address - value < max(size, 1), size < best?.size ?? .max else { continue }
      best = (symbols.names + Int(file.load(entry, as: UInt32.self)), address - value, size)
    }
    return best.map { (file.string(at: $0.name), $0.offset) }
  }

  /// The names of all symbols that contain a text, by a search through the string table.
  func symbolNames(containing text: String) -> [String] {
    guard let symbols else { return [] }
    return file.strings(containing: text, from: symbols.names, size: symbols.namesSize)
  }
}
