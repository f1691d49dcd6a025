/// The generic parameters that one closure context binds, read from the context itself.
struct ContextBindings {
  /// The words that tell one binding from another, for use as a key.
  let words: [UInt]
  let bindings: GenericBindings
  let count: Int

  /// Reads the bindings of a context whose bytes are `object`.
  ///
  /// A capture that is a reference or metatype is found by its index only when every capture
  /// before it takes one word; otherwise its parameter stays unbound and the captures unknown.
  init(metadata: MetadataPointer, object: UnsafeRawBufferPointer, memory: ProcessMemory) {
    var bindings = GenericBindings()
    var words: [UInt] = []
    let descriptor = CaptureDescriptor(metadata: metadata)
    count = descriptor?.bindingCount ?? 0
    let first = max(16, Int(metadata.load(8, as: UInt32.self)))
    func word(_ offset: Int) -> UInt? {
      guard offset >= 0, offset + 8 <= object.count else { return nil }
      return object.loadUnaligned(fromByteOffset: offset, as: UInt.self)
    }
    let bindingCount = count
    func type(_ source: MetadataSource) -> UInt? {
      switch source {
      case .binding(let index): word(16 + index * 8)
      case .reference(let index):
        word(first + (bindingCount + index) * 8).flatMap { memory.word(at: $0) }
      case .metatype(let index): word(first + (bindingCount + index) * 8)
      case .argument(let index, let outer):
        type(outer).flatMap { Self.nominalType($0, memory: memory) }
          .flatMap { $0.genericArgument(index)?.pointer.address }
      }
    }
    for (parameter, source) in descriptor?.sources ?? [] {
      guard let address = type(source), address & 7 == 0, address > 0x1000 else { continue }
      // A dangling word must not be followed: metadata begins with a small kind or a class's zero.
      guard let kind = memory.word(at: address), kind < 0x800 else { continue }
      if kind == 0 || 0x200...0x202 ~= kind, Self.nominalType(address, memory: memory) == nil {
        continue
      }
      bindings.bind(parameter, to: address)
      words.append(address)
    }
    self.words = words
    self.bindings = bindings
  }

  /// The nominal type whose metadata a word may point to, looked at word by word before anything is
  /// followed: the word may be any.
  private static func nominalType(_ word: UInt, memory: ProcessMemory) -> TypeMetadata? {
    guard word & 7 == 0, word > 0x1000, let words = memory.words(at: word, count: 6) else {
      return nil
    }
    let descriptor: UInt
    switch words[0] {
    case 0: descriptor = words[5]
    case 0x200, 0x201, 0x202: descriptor = words[1]
    default: return nil
    }
    guard descriptor & 3 == 0, let flags = memory.word(at: descriptor), 16...18 ~= flags & 0x1f
    else { return nil }
    return MetadataPointer(word).map { TypeMetadata(pointer: $0) }
  }
}
