import Testing

@testable import HeapGraph

private protocol Fast {}
private protocol Listed<Item> { associatedtype Item }
private final class Hidden { final class Part {} }
private enum Outer<T> {
  final class Inner<U> {}
}
extension Outer {
  fileprivate struct Added {}
}

@Suite struct TypeNameTests {
  private func name(_ type: Any.Type) -> String? {
    MetadataPointer(unsafeBitCast(type, to: UInt.self)).map(TypeName.readable)
  }

  @Test func `functions are written whole, with the sugar around them`() {
    #expect(name((() -> Int).self) == "() -> Int")
    #expect(name([() -> Int].self) == "[() -> Int]")
    #expect(name((() -> Void)?.self) == "(() -> Void)?")
    #expect(name([() -> Void]?.self) == "[() -> Void]?")
    #expect(name([String: (Int) -> Void].self) == "[String: (Int) -> Void]")
    #expect(name((Int, named: () -> Void).self) == "(Int, named: () -> Void)")
    #expect(name(Result<() -> Void, any Error>.self) == "Result<() -> Void, Error>")
    #expect(name(((@escaping () -> Void) -> () -> Int).self) == "(() -> Void) -> () -> Int")
    #expect(
      name((@Sendable () async throws -> [Hidden?]).self)
        == "@Sendable () async throws -> [Hidden?]")
    #expect(
      name((@MainActor (inout Int, Hidden.Part...) -> Int?).self)
        == "@MainActor @Sendable (inout Int, Hidden.Part...) -> Int?")
  }

  @Test func `optionals, arrays and dictionaries have their sugar`() {
    #expect(name([[String: Node??]].self) == "[[String: Node??]]")
    #expect(name(ContiguousArray<[Int?]>.self) == "ContiguousArray<[Int?]>")
  }

  @Test func `existentials and metatypes`() {
    #expect(name((any Fast & Bound).self) == "Bound & Fast")
    #expect(name((any Fast & Bound)?.self) == "(Bound & Fast)?")
    #expect(name((any Listed<Int>).self) == "any Listed<Int>")
    #expect(name([any Fast.Type].self) == "[Fast.Type]")
    #expect(name(AnyClass?.self) == "AnyObject.Type?")
  }

  @Test func `nested, private and local types have no module and no discriminator`() {
    final class Local { final class Nested {} }
    #expect(name([Hidden.Part].self) == "[Hidden.Part]")
    #expect(name(Local.Nested?.self) == "Local.Nested?")
    #expect(name(Outer<Int?>.Inner<Hidden>.self) == "Outer<Int?>.Inner<Hidden>")
    #expect(name(Outer<() -> Int>.Inner<Hidden>.self) == "Outer<() -> Int>.Inner<Hidden>")
    #expect(name(Outer<() -> Int>.Added.self) == "Outer<() -> Int>.Added")
    #expect(
      name(Outer<() -> Local.Nested>.Inner<Int>.self) == "Outer<() -> Local.Nested>.Inner<Int>")
  }
}
