import Testing

@testable import HeapGraph

@Suite struct RetainCountTests {
  @Test(arguments: [
    (UInt(0x0000_0000_0000_0003), Optional(RetainCount.counted(strong: 1, isDestroyed: false))),
    (0x0000_0002_0000_0003, .counted(strong: 2, isDestroyed: false)),
    (0x0000_0001_0000_0003, .counted(strong: 1, isDestroyed: true)),
    (0x8000_0004_ffff_ffff, .immortal),
    (0xc000_0aaa_bbbb_cccc, .inSideTable(0x5555ddde6660)),
    (0x0000_55d8_4d6f_8a40, nil),
  ])
  func `a count word is decoded`(word: UInt, count: RetainCount?) {
    #expect(RetainCount(word: word) == count)
  }
}

@Suite struct MallocBlockTests {
  @Test func `a block's size is read from the word before it`() {
    #expect(MallocBlock.usableSize(header: 0x21) == 24)
    #expect(MallocBlock.usableSize(header: 0x2_1002) == 0x2_1000 - 16)
    #expect(MallocBlock.usableSize(header: 0) == 0)
  }
}

@Suite struct MangledNameTests {
  /// Text in static memory, which lives for ever as metadata does.
  private func name(_ text: StaticString) -> MangledName? {
    MangledName(MetadataPointer(UInt(bitPattern: text.utf8Start)))
  }

  @Test func `a symbolic reference is counted whole`() {
    #expect(name("Si")?.length == 2)
    #expect(name("\u{01}abcdSg")?.length == 7)
    #expect(name("") == nil)
  }

  @Test func `ownership is read from the end`() {
    #expect(name("7example5ModelCSgXw")?.ownership == .weak)
    #expect(name("7example5ModelCXo")?.ownership == .unowned)
    #expect(name("7example5ModelCXu")?.ownership == .unmanaged)
    #expect(name("7example5ModelC")?.ownership == nil)
  }

  @Test func `a variable's box is known`() {
    #expect(name("Siz_Xx")?.isBox == true)
    #expect(name("Si")?.isBox == false)
  }

  @Test func `a lowered function's form is read from its attributes`() {
    #expect(name("Ieg_")?.functionForm == .thick)
    #expect(name("xIeAgHr_")?.functionForm == .thick)
    #expect(name("Ig_")?.functionForm == .borrowed)
    #expect(name("IeyB_")?.functionForm == .block)
    #expect(name("Iet_")?.functionForm == .thin)
    #expect(name("yyc")?.functionForm == nil)
    #expect(name("Si")?.functionForm == nil)
  }
}

@Suite struct GenericBindingsTests {
  @Test(arguments: [
    ("x", 0, 0), ("q_", 0, 1), ("q0_", 0, 2), ("q1_", 0, 3), ("qd__", 1, 0), ("qd_0_", 1, 1),
    ("qd0__", 2, 0),
  ])
  func `a generic parameter is read`(mangled: String, depth: Int, index: Int) {
    let parameter = GenericBindings.Parameter(mangled: mangled)
    #expect(parameter?.depth == depth)
    #expect(parameter?.index == index)
  }

  @Test func `what is no parameter is refused`() {
    #expect(GenericBindings.Parameter(mangled: "Si") == nil)
    #expect(GenericBindings.Parameter(mangled: "qd_") == nil)
    #expect(GenericBindings.Parameter(mangled: "") == nil)
  }

  @Test func `a metadata source is read`() {
    #expect(MetadataSource("B0") == .binding(0))
    #expect(MetadataSource("R2_") == .reference(2))
    #expect(MetadataSource("G1B0") == .argument(1, of: .binding(0)))
    #expect(MetadataSource("") == nil)
    #expect(MetadataSource("?") == nil)
  }
}

@Suite struct LabelTests {
  @Test func `labels join the way a source writes a path`() {
    #expect(Label.join("screen", "model") == "screen.model")
    #expect(Label.join("rows", "[2]") == "rows[2]")
    #expect(Label.join("", "model") == "model")
    #expect(Label.join("model", "") == "model")
  }

  @Test func `a lazy property is named as in the source`() {
    #expect(Label.property("$__lazy_storage_$_api") == "lazy api")
    #expect(Label.property("_plain") == "_plain")
  }
}

@Suite struct SymbolNameTests {
  @Test func `thunks and resumption parts are left out of a function's name`() {
    #expect(SymbolName(mangled: "$s1m1fyyFyycfU_TA", offset: 0).function == "closure #1 in f()")
    #expect(SymbolName(mangled: "main", offset: 0).function == "main")
  }

  @Test func `a variable's symbol says whether it owns`() {
    func name(_ mangled: String) -> SymbolName { SymbolName(mangled: mangled, offset: 0) }
    #expect(name("$s1m4nodeAA4NodeCvp").ownsItsValue)
    #expect(!name("$s1m4nodes9UnmanagedVyAA4NodeCGvp").ownsItsValue)
    #expect(!name("environ").ownsItsValue)
  }

  @Test func `a thunk is known as one`() {
    #expect(SymbolName(mangled: "$sIeghH_IeAgH_TR", offset: 0).isReabstraction)
    #expect(!SymbolName(mangled: "$s1m1fyyFyycfU_", offset: 0).isReabstraction)
  }

  @Test func `a property wrapper is known by its member`() {
    let name = SymbolName(mangled: "$s1m5StateV12wrappedValuexvg", offset: 0)
    #expect(name.owner(ofMember: "wrappedValue") == "State")
    let inlined = "$s1m5BoxedV12wrappedValuexvsAA5ModelCSg_Tg5"  // only the debugger knows it
    #expect(SymbolName(mangled: inlined, offset: 0).owner(ofMember: "wrappedValue") == "Boxed")
  }

  @Test(.enabled(if: canReadHeap, "an ELF file is read"))
  func `a name that only the debugger knows is found`() {
    let itsOnlyPlaceIsTheDebugger = ElfImage(path: "/proc/self/exe", start: 0)
    #expect(
      itsOnlyPlaceIsTheDebugger?.symbolNames(containing: "itsOnlyPlaceIsThe") == [
        "itsOnlyPlaceIsTheDebugger"
      ])
  }

  @Test func `a wrapper that stores its value is known by its field`() throws {
    let pointer = try #require(MetadataPointer(unsafeBitCast(Wrapping.self, to: UInt.self)))
    let screen = try #require(TypeMetadata(pointer: pointer).descriptor)
    let values = ValueShapes(symbols: nil)
    #expect(
      screen.fields.map { field in
        let type = field.type?.type(in: screen.pointer, arguments: nil)
        return values.label(
          ofField: field, type: type.map { TypeMetadata(pointer: $0) }, observed: false)
      } == ["@Keeping model", "_plain"])
  }
}

@propertyWrapper private struct Keeping<Value> { var wrappedValue: Value }
private struct Plain { var number = 1 }
private final class Wrapping {
  @Keeping var model = 1
  private var _plain = Plain()
}
