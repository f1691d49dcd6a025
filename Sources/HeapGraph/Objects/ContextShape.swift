/// Lays out what a closure context captures, from its capture descriptor.
///
/// Layout: object header, then one word for each generic binding, then the captures in order, each
/// at the next offset that its alignment allows.
enum ContextShape {
  /// The shape of contexts with this metadata whose captures are not generic.
  static func shape(of metadata: HeapMetadata, bindings: GenericBindings?, values: ValueShapes)
    -> ObjectShape
  {
    shape(
      of: metadata.pointer, bindings: bindings,
      bindingCount: CaptureDescriptor(metadata: metadata.pointer)?.bindingCount ?? 0,
      values: values)
  }

  /// The shape of contexts with this metadata and these bindings.
  static func shape(
    of metadata: MetadataPointer, bindings: GenericBindings?, bindingCount: Int,
    values: ValueShapes
  ) -> ObjectShape {
    var slots: [Slot] = []
    var isBoxOfOne = false
    var needsBindings = false
    if let descriptor = CaptureDescriptor(metadata: metadata) {
      var offset = max(16, Int(metadata.load(8, as: UInt32.self))) + bindingCount * 8
      let captures = descriptor.captures
      needsBindings = bindings == nil && descriptor.isGeneric
      isBoxOfOne = captures.count == 1 && descriptor.bindingCount == 0
      for capture in captures {
        guard let part = part(of: capture, bindings: bindings, values: values) else { break }
        offset = (offset + part.alignment - 1) / part.alignment * part.alignment
        slots.append(contentsOf: part.slots.map { $0.nested(at: offset, in: "") })
        offset += part.size
      }
    }
    return ObjectShape(
      kind: .context, name: "closure", instanceSize: 16, slots: slots,
      isTransparent: isBoxOfOne, needsBindings: needsBindings)
  }

  /// What one capture holds; nil when its size is unknown, and with it where the rest lies.
  private static func part(
    of capture: MangledName, bindings: GenericBindings?, values: ValueShapes
  ) -> ValueLayout? {
    if capture.isBox { return ValueLayout(slots: [.reference(.strong)]) }
    switch capture.functionForm {
    case .thick: return ValueLayout(size: 16, slots: [Slot(offset: 0, kind: .function, label: "")])
    case .borrowed: return ValueLayout(size: 16, slots: [])
    case .block: return ValueLayout(slots: [.reference(.strong)])
    case .thin: return ValueLayout(slots: [])
    case nil: break
    }
    if let text = capture.text, text.utf8.count == 2, text.hasPrefix("B") {
      let slots = values.slots(ofField: capture, in: nil, arguments: nil)
      if !slots.isEmpty || ["Bp", "Bw", "BB"].contains(text) { return ValueLayout(slots: slots) }
    }
    let bare = capture.ownership == nil ? capture : capture.withoutOwnership
    let bound = bindings.flatMap { $0.isEmpty ? nil : bare.type(binding: $0) }
    let layout = bound.map { values.layout(of: TypeMetadata(pointer: $0)) }
    guard var layout = layout ?? values.layout(of: bare) else { return nil }
    if let ownership = capture.ownership { layout.slots = [.reference(ownership)] }
    return layout
  }
}
