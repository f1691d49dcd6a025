import Testing

@testable import HeapGraph

@Suite struct ChainSearchTests {
  @Test func `a ring of two is found and never freed`() {
    let picture = Picture(
      """
      Parent -> Child
      Child -> Parent
      """)
    #expect(
      picture.routes(to: "Parent") == """
        ring: Parent -> Child -> Parent
        never freed
        """)
  }

  @Test func `a chain that a variable holds is a root and no ring`() {
    let picture = Picture(
      """
      Store +1 -> Model
      Model -> Camera
      """)
    #expect(picture.routes(to: "Camera") == "root: Store -> Model -> Camera")
  }

  @Test func `an object that holds itself is a ring of one`() {
    #expect(
      Picture("Node -> Node").routes(to: "Node") == """
        ring: Node -> Node
        never freed
        """)
  }

  @Test func `a ring that a variable holds too is not called never freed`() {
    let picture = Picture(
      """
      Model +1 -> Camera
      Camera -> Model
      """)
    #expect(
      picture.routes(to: "Model") == """
        root: Model
        ring: Model -> Camera -> Model
        """)
  }

  @Test func `what hangs on a ring is drawn with the ring`() {
    let picture = Picture(
      """
      Parent -> Child
      Child -> Parent, Photo
      Photo -> Pixels
      """)
    #expect(
      picture.routes(to: "Pixels") == """
        ring: Child -> Parent -> Child; holds Child -> Photo -> Pixels
        never freed
        """)
  }

  @Test func `two ways are both found, the shorter one first`() {
    let picture = Picture(
      """
      Model -> Long, Short
      Long -> Middle
      Middle -> Model
      Short -> Model
      """)
    #expect(
      picture.routes(to: "Model") == """
        ring: Model -> Short -> Model
        ring: Model -> Long -> Middle -> Model
        never freed
        """)
  }

  @Test func `a running task is the root, and the way back to it is told`() {
    let picture = Picture(
      """
      Model -> Task
      Task task +1 -> closure
      closure -> Model
      """)
    #expect(
      picture.routes(to: "Model") == "root: Task -> closure -> Model; back Model -> Task")
  }

  @Test func `a static object is a root`() {
    #expect(
      Picture("Table static -> Model").routes(to: "Model") == "root: Table -> Model")
  }

  @Test func `a value in motion counts as alive`() {
    let picture = Picture(
      """
      Parent -1 -> Child
      Child -> Parent
      """)
    #expect(
      picture.routes(to: "Child") == "root: Parent -> Child; back Child -> Parent")
  }

  @Test func `an object that is being destroyed holds nothing and is not held`() {
    let picture = Picture(
      """
      Parent gone +1 -> Child
      Child -> Parent
      """)
    #expect(picture.routes(to: "Child") == "never freed")
  }

  @Test func `a chain deeper than any stack is walked`() {
    let depth = 50_000
    var text = "n0 +1 -> n1\n"
    for index in 1..<200 { text += "n\(index) -> n\(index + 1)\n" }
    #expect(Picture(text).routes(to: "n200").hasSuffix("n199 -> n200"))
    // A ring as deep, made without a picture.
    let graph = ReferenceGraph(
      (0..<depth).map { ReferenceGraph.Node(targets: [($0 + 1) % depth]) })
    let result = ChainSearch(graph: graph).routes(to: 0)
    #expect(result.isUnreachable)
    #expect(result.routes.map(\.length) == [depth + 1])
  }
}
