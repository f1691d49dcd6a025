/// Writes values as JSON without Foundation, which would be a lot to load into another's program.
///
/// Keys come in the order in which they were encoded; what isn't there is left out.
enum JSONText {
  /// The JSON of a value.
  static func of(_ value: some Encodable) throws -> String {
    let node = Node()
    try value.encode(to: NodeEncoder(node: node))
    var text = ""
    node.write(to: &text)
    return text
  }

  /// A value on its way to text.
  fileprivate final class Node {
    enum Content {
      case null
      case plain(String)
      case string(String)
      case array
      case object
    }

    var content = Content.null
    /// What is in an array or an object; apart from `content`, so that it grows in place.
    private var elements: [Node] = []
    private var keys: [String] = []

    func addElement() -> Node {
      let element = Node()
      content = .array
      elements.append(element)
      return element
    }

    func addMember(_ key: String) -> Node {
      let member = Node()
      content = .object
      keys.append(key)
      elements.append(member)
      return member
    }

    func write(to text: inout String) {
      switch content {
      case .null: text += "null"
      case .plain(let plain): text += plain
      case .string(let string): Self.write(string, to: &text)
      case .array:
        text += "["
        for (index, element) in elements.enumerated() {
          if index > 0 { text += "," }
          element.write(to: &text)
        }
        text += "]"
      case .object:
        text += "{"
        for (index, key) in keys.enumerated() {
          if index > 0 { text += "," }
          Self.write(key, to: &text)
          text += ":"
          elements[index].write(to: &text)
        }
        text += "}"
      }
    }

    private static func write(_ string: String, to text: inout String) {
      text += "\""
      for scalar in string.unicodeScalars {
        switch scalar {
        case "\"": text += "\\\""
        case "\\": text += "\\\\"
        case _ where scalar.value < 0x20:
          let digits = String(scalar.value, radix: 16)
          text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        default: text.unicodeScalars.append(scalar)
        }
      }
      text += "\""
    }
  }

  fileprivate struct NodeEncoder: Encoder {
    let node: Node
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      node.content = .object
      return KeyedEncodingContainer(Members<Key>(node: node))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
      node.content = .array
      return Elements(node: node)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { Single(node: node) }
  }

  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: Node
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { _ = node.addMember(key.stringValue) }

    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
      try Single(node: node.addMember(key.stringValue)).encode(value)
    }

    func nestedContainer<NestedKey>(
      keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
      NodeEncoder(node: node.addMember(key.stringValue)).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      NodeEncoder(node: node.addMember(key.stringValue)).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { NodeEncoder(node: node.addMember("super")) }

    func superEncoder(forKey key: Key) -> any Encoder {
      NodeEncoder(node: node.addMember(key.stringValue))
    }
  }

  private struct Elements: UnkeyedEncodingContainer {
    let node: Node
    var count = 0
    var codingPath: [any CodingKey] { [] }

    init(node: Node) {
      self.node = node
    }

    mutating func encodeNil() {
      count += 1
      _ = node.addElement()
    }

    mutating func encode<T: Encodable>(_ value: T) throws {
      count += 1
      try Single(node: node.addElement()).encode(value)
    }

    mutating func nestedContainer<NestedKey>(
      keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
      count += 1
      return NodeEncoder(node: node.addElement()).container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      count += 1
      return NodeEncoder(node: node.addElement()).unkeyedContainer()
    }

    mutating func superEncoder() -> any Encoder {
      count += 1
      return NodeEncoder(node: node.addElement())
    }
  }

  private struct Single: SingleValueEncodingContainer {
    let node: Node
    var codingPath: [any CodingKey] { [] }

    func encodeNil() { node.content = .null }

    func encode<T: Encodable>(_ value: T) throws {
      switch value {
      case let string as String: node.content = .string(string)
      case let bool as Bool: node.content = .plain(bool ? "true" : "false")
      case let integer as any BinaryInteger: node.content = .plain("\(integer)")
      case let number as Double: node.content = .plain(number.isFinite ? "\(number)" : "null")
      default: try value.encode(to: NodeEncoder(node: node))
      }
    }
  }
}
