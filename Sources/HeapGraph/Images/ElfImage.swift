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

  /// Where the headers of a file's sections lie, and how long each is.
  private static func sectionHeaders(of file: MappedFile) -> StrideTo<Int> {
    let table = Int(file.load(40, as: UInt64.self))
    let size = Int(file.load(58, as: UInt16.self))
    let count = Int(file.load(60, as: UInt16.self))
    return stride(from: table, to: table + count * size, by: max(size, 1))
  }

  private func header(ofSection name: String) -> Int? {
    let headers = Array(Self.sectionHeaders(of: file))
    let namesIndex = Int(file.load(62, as: UInt16.self))
    guard headers.indices.contains(namesIndex) else { return nil }
    let names = Int(file.load(headers[namesIndex] + 24, as: UInt64.self))
    return Array(name.utf8).withUnsafeBytes { name in
      headers.first { file.hasString(name, at: names + Int(file.load($0, as: UInt32.self))) }
    }
  }

  /// The addresses of a section that is mapped, or nil where there is none.
  func section(named name: String) -> Range<UInt>? {
    guard let header = header(ofSection: name), file.load(header + 8, as: UInt64.self) & 2 != 0
    else { return nil }
    let start = bias &+ UInt(file.load(header + 16, as: UInt64.self))
    return start..<start + UInt(file.load(header + 32, as: UInt64.self))
  }

  /// The versions of the C compilers that made what is linked into this.
  var compilers: Set<String> {
    guard let header = header(ofSection: ".comment") else { return [] }
    return Set(
      file.strings(
        containing: "clang version", from: Int(file.load(header + 24, as: UInt64.self)),
        size: Int(file.load(header + 32, as: UInt64.self))))
  }

  /// Finds `.symtab`, or `.dynsym` in a stripped file.
  private static func symbolSection(in file: MappedFile) -> SymbolSection? {
    let headers = Array(sectionHeaders(of: file))
    var found: SymbolSection?
    for header in headers {
      let type = file.load(header + 4, as: UInt32.self)
      guard type == 2 || (type == 11 && found == nil) else { continue }
      let link = Int(file.load(header + 40, as: UInt32.self))
      guard headers.indices.contains(link) else { continue }
      let strings = headers[link]
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
    let target = UInt64(address &- bias)
    let best = file.withRecords(of: Symbol.self, at: symbols.offset, count: symbols.count) {
      entries -> Int? in
      var best: Int?
      var smallest = UInt64.max
      for index in 0..<symbols.count {
        let value = entries[index].value
        guard value <= target, target - value < max(entries[index].size, 1) else { continue }
        // A function, a variable or a label, and defined here.
        guard entries[index].size < smallest, entries[index].info & 0xf <= 2,
          entries[index].section != 0
        else { continue }
        smallest = entries[index].size
        best = index
      }
      return best
    }
    guard case .some(.some(let index)) = best else { return nil }
    let entry = symbols.offset + index * MemoryLayout<Symbol>.stride
    let value = file.load(entry + 8, as: UInt64.self)
    let name = Int(file.load(entry, as: UInt32.self))
    return (file.string(at: symbols.names + name), UInt(target - value))
  }

  /// The last of Swift's symbols that begin before an address.
  func swiftSymbol(before address: UInt) -> String? {
    guard let symbols else { return nil }
    let target = UInt64(address &- bias)
    func isSwift(_ name: Int) -> Bool { file.load(name, as: UInt16.self) == 0x7324 }  // $s
    let last = file.withRecords(of: Symbol.self, at: symbols.offset, count: symbols.count) {
      entries -> Int? in
      var last: Int?
      var highest: UInt64 = 0
      for index in 0..<symbols.count {
        let value = entries[index].value
        guard value < target, value > highest, entries[index].section != 0,
          isSwift(symbols.names + Int(entries[index].name))
        else { continue }
        highest = value
        last = index
      }
      return last
    }
    guard case .some(.some(let index)) = last else { return nil }
    let entry = symbols.offset + index * MemoryLayout<Symbol>.stride
    return file.string(at: symbols.names + Int(file.load(entry, as: UInt32.self)))
  }

  /// The address of a function or variable that is defined here under a name.
  func address(ofSymbol name: String) -> UInt? {
    guard let symbols else { return nil }
    let value = file.withRecords(of: Symbol.self, at: symbols.offset, count: symbols.count) {
      entries in
      Array(name.utf8).withUnsafeBytes { name in
        (0..<symbols.count).first { index in
          entries[index].section != 0
            && file.hasString(name, at: symbols.names + Int(entries[index].name))
        }
      }.map { entries[$0].value }
    }
    return value?.map { bias &+ UInt($0) }
  }

  /// A record of a symbol table.
  private struct Symbol: BitwiseCopyable {
    var name: UInt32
    var info: UInt8
    var other: UInt8
    var section: UInt16
    var value: UInt64
    var size: UInt64
  }

  /// The names of all symbols that contain a text, by a search through the string tables.
  ///
  /// What the optimiser made a part of its callers is no symbol any more; the debugger's table still
  /// has its name, if there is one and it isn't compressed (flag 0x800).
  func symbolNames(containing text: String) -> [String] {
    var names: [String] = []
    if let symbols {
      names = file.strings(containing: text, from: symbols.names, size: symbols.namesSize)
    }
    if let debug = header(ofSection: ".debug_str"),
      file.load(debug + 8, as: UInt64.self) & 0x800 == 0
    {
      names += file.strings(
        containing: text, from: Int(file.load(debug + 24, as: UInt64.self)),
        size: Int(file.load(debug + 32, as: UInt64.self)))
    }
    return names
  }
}
