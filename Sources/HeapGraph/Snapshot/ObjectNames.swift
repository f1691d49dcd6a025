/// Names objects, and the links between them, the way the source does.
struct ObjectNames {
  let heap: FrozenHeap

  /// A step of a chain before numbering: where it leads, under which label.
  struct Step {
    var label: String
    var name: String
    var node: Int
    /// A closure whose context is the object that it captures.
    var isClosureAlone = false
  }

  /// All ways in which one object refers to another, each as the steps that a reader sees.
  ///
  /// Usually one step. Two when the context of a closure is the captured object itself, as the
  /// compiler has it for a closure that captures one object: the closure is shown all the same.
  func steps(from node: Int, to target: Int) -> [[Step]] {
    let address = heap.blocks.address(of: target)
    let shape = heap.shape(of: node)
    return heap.references(of: node)
      .filter { $0.strength == .strong && $0.address == address }
      .map { steps(of: $0, from: shape, to: target) }
  }

  private func steps(of reference: FoundReference, from shape: ObjectShape?, to target: Int)
    -> [Step]
  {
    let label = label(of: reference, from: shape)
    let name = name(of: target)
    guard reference.code != 0 else { return [Step(label: label, name: name, node: target)] }
    // A thunk, or a closure that a library wrote, is looked through.
    let isUserCode = heap.images.isUserCode(reference.code)
    let code = isUserCode ? heap.images.name(of: reference.code) : nil
    let closure = code.map { $0.isReabstraction ? "" : $0.function } ?? ""
    if heap.shape(of: target)?.kind == .context {
      return [Step(label: label, name: closure, node: target)]
    }
    if closure.isEmpty { return [Step(label: label, name: name, node: target)] }
    return [
      Step(label: label, name: closure, node: target, isClosureAlone: true),
      Step(label: "captures", name: name, node: target),
    ]
  }

  private func label(of reference: FoundReference, from shape: ObjectShape?) -> String {
    switch shape?.kind {
    case .task where reference.key != 0:
      return Label.join("task-local \(taskLocal(reference.key))", reference.label)
    case .task: return "runs"
    default: return shape?.module == "Observation" ? "" : reference.label
    }
  }

  /// The task-local variable behind a key: the macro keeps its key in a static `$name`.
  private func taskLocal(_ key: UInt) -> String {
    let names = GlobalRoots(heap: heap).holders(of: key).map(\.root.name)
    let name = names.first { $0.contains("$") } ?? "value"
    return name.replacing("static ", with: "").replacing("$", with: "")
  }

  /// What an object is called where nothing that refers to it says more.
  func name(of node: Int) -> String {
    guard let shape = heap.shape(of: node) else { return "memory that Swift does not describe" }
    switch shape.kind {
    case .error: return "error"
    default: return shape.name
    }
  }

  /// Tells whether what lies between an object and the next one drawn has labels that tell nothing.
  func hidesInnerLabels(_ node: Int) -> Bool { heap.shape(of: node)?.module == "Observation" }

  /// Tells whether a reader doesn't think of a node as an object: storage, a variable's box, a
  /// block, the context of a thunk.
  func isTransparent(_ node: Int, reachedBy step: Step) -> Bool {
    guard !step.isClosureAlone, let shape = heap.shape(of: node) else { return false }
    switch shape.kind {
    case .block: return true
    case .context: return step.name.isEmpty || (shape.isTransparent && step.name == "closure")
    case .instance, .box: return shape.isTransparent
    case .error, .task, .job: return false
    }
  }
}
