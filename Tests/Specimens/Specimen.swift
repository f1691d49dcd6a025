/// One shape of ownership: a few lines that leak, and the same lines mended.
struct Specimen: Sendable {
  let name: String
  /// What the leak is drawn as, a ring a line; `task NAME` for a task that nothing can resume.
  let drawn: [String]
  let leak: @Sendable () -> Void
  let clean: @Sendable () -> Void

  init(
    _ name: String, _ drawn: String..., leak: @escaping @Sendable () -> Void,
    clean: @escaping @Sendable () -> Void
  ) {
    self.name = name
    self.drawn = drawn
    self.leak = leak
    self.clean = clean
  }
}

/// Keeps the optimizer from seeing that an object is used by nobody.
@inline(never) @_optimize(none) func use(_ object: some Any) {}

let specimens = plain + closures + values + generics + tangles + tasks + foundation
