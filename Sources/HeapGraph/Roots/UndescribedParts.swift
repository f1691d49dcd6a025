/// The parts of an object that its metadata says nothing of, by the names that the source has for
/// them.
struct UndescribedParts {
  let heap: FrozenHeap

  /// The classes of an object, from its own up.
  private func classes(of node: Int) -> [TypeMetadata] {
    guard heap.shape(of: node)?.kind == .instance,
      let word = heap.memory.word(at: heap.blocks.address(of: node))
    else { return [] }
    let own = MetadataPointer(word).map { TypeMetadata(pointer: $0) }
    return Array(sequence(first: own) { $0?.superclass }.prefix(64)).compactMap(\.self)
  }

  /// The stored property that an offset in an object lies in, if its type is not described: the
  /// runtime can't name it, or hides it behind `()` because it is not copyable.
  func property(of node: Int, at offset: Int) -> String? {
    var best: (offset: Int, name: String, isDescribed: Bool) = (0, "", true)
    for type in classes(of: node) {
      guard let descriptor = type.descriptor, let vector = descriptor.fieldOffsetsOffset else {
        continue
      }
      for (index, field) in descriptor.fields.enumerated() {
        let start = Int(type.pointer.word(vector + index * 8))
        guard start <= offset, start > best.offset else { continue }
        let known = field.type?.type(in: descriptor.pointer, arguments: type.genericArguments)
        let isDescribed = known.map { TypeMetadata(pointer: $0).size > 0 } ?? false
        best = (start, Label.property(field.name), isDescribed)
      }
    }
    return best.isDescribed ? nil : best.name
  }

  /// What an offset behind the fixed part of an object is called.
  ///
  /// A managed buffer's elements are known by type, not how many of them are initialized; a key
  /// path's arguments are known by their place, not by type.
  func tail(of node: Int, at offset: Int) -> String? {
    for type in classes(of: node) {
      guard let descriptor = type.descriptor, descriptor.module == "Swift" else { continue }
      switch descriptor.name {
      case "AnyKeyPath": return "a captured argument"
      case "ManagedBuffer": return element(of: type, descriptor, at: offset)
      default: break
      }
    }
    return nil
  }

  /// The element of a managed buffer that has a reference at an offset.
  private func element(of type: TypeMetadata, _ descriptor: NominalDescriptor, at offset: Int)
    -> String?
  {
    guard let header = type.genericArgument(0), let element = type.genericArgument(1),
      element.stride > 0, let vector = descriptor.fieldOffsetsOffset
    else { return nil }
    let end = Int(type.pointer.word(vector)) + header.size
    let first = (end + element.alignment - 1) / element.alignment * element.alignment
    let (index, within) = (offset - first).quotientAndRemainder(dividingBy: element.stride)
    let slots = heap.reader.shapes.values.slots(of: element)
    guard offset >= first, let slot = slots.first(where: { $0.mayOwn(at: within) }) else {
      return nil
    }
    return Label.join("elements[\(index)]", slot.label)
  }
}

extension Slot {
  /// Tells whether the word at an offset in the value may be a strong reference.
  fileprivate func mayOwn(at word: Int) -> Bool {
    switch kind {
    case .reference(let strength): strength == .strong && offset == word
    case .function: offset + 8 == word
    case .existential: (offset..<offset + 24).contains(word)
    case .choice(let shape): (offset..<offset + shape.size).contains(word)
    }
  }
}
