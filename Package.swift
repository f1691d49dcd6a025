// swift-tools-version: 6.2
import PackageDescription

/// The pairs, each one file of that name in Leaks/ and one in Fixes/, and so two programs.
let pairs = [
  "callback", "timer", "stored-task", "orphan-task", "parent-child", "router",
  "registrar", "rows", "helper", "stream", "weak-self-trap", "session-delegate",
]

/// One half of a pair: a program made of one file of the folder that it shares with eleven others.
func half(_ kind: String, of pair: String, in folder: String) -> Target {
  func file(_ pair: String) -> String {
    pair.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
      + ".swift"
  }
  return .executableTarget(
    name: "\(kind)-\(pair)", dependencies: ["Probe", "Stage"], path: folder,
    exclude: pairs.filter { $0 != pair }.map(file), sources: [file(pair)])
}

let leaks = pairs.map { half("leak", of: $0, in: "Leaks") }
let fixes = pairs.map { half("fix", of: $0, in: "Fixes") }
let experiments = ["control"] + (leaks + fixes).map(\.name)

/// The cards that must not compile: `lab` has the compiler read them when asked.
let cardsThatDoNotCompile = [
  "Screens/WeakScreen", "Closures/ClosureWithoutSelf", "References/DeinitCallsMethod",
  "References/WeakProtocol", "References/ObservableActor",
].map { "\($0).swift" }

/// How a target becomes a library that can be loaded into other people's programs.
///
/// As executables they are built with `lab`, which a library product would not be; they have no
/// main. The C one is to be preloaded, so nothing of Swift may be linked to it.
let loadable = ["-shared", "-Wno-unused-command-line-argument"].flatMap { ["-Xclang-linker", $0] }
#if os(Linux)
  let preloads: [Target] = [
    .executableTarget(
      name: "CLeakPreload", dependencies: ["CHeapLedger", "CFrozenChild"],
      cSettings: [.define("_GNU_SOURCE")],
      linkerSettings: [.unsafeFlags(loadable + ["-nostartfiles"])]),
    .executableTarget(
      name: "LeakReporter", dependencies: ["HeapGraph"],
      linkerSettings: [.unsafeFlags(loadable)]),
  ]
#else
  let preloads: [Target] = []
#endif

let package = Package(
  name: "retain-cycle-lab",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "HeapGraph", targets: ["HeapGraph"]),
    .library(name: "Probe", targets: ["Probe"]),
    .library(name: "Stage", targets: ["Stage"]),
  ] + (["lab", "card"] + experiments).map { .executable(name: $0, targets: [$0]) },
  targets: [
    // The live heap as a graph.
    .target(name: "CHeapLedger", cSettings: [.define("_GNU_SOURCE")]),
    .target(name: "CFrozenChild", cSettings: [.define("_GNU_SOURCE")]),
    .systemLibrary(name: "CSwiftRuntime"),
    .target(name: "HeapGraph", dependencies: ["CHeapLedger", "CFrozenChild", "CSwiftRuntime"]),
    .executableTarget(name: "bench", dependencies: ["HeapGraph"]),
    .executableTarget(name: "leak-bench"),

    // What an experiment, or a test of your own, is made with.
    .target(name: "Probe", dependencies: ["HeapGraph"]),
    .target(name: "Stage"),

    // The experiments.
    .executableTarget(name: "control", dependencies: ["Probe", "Stage"]),
  ] + leaks + fixes + preloads + [
    // The cards, of which one program runs any.
    .executableTarget(
      name: "card", dependencies: ["Probe", "Stage"], path: "Cards",
      exclude: cardsThatDoNotCompile),

    // The lab, which runs them; naming them here builds them with it.
    .target(
      name: "LabKit", dependencies: ["HeapGraph", "Probe"], exclude: ["Practice/Shipped"]),
    .executableTarget(
      name: "lab",
      dependencies: ["LabKit", "card"]
        + (experiments + preloads.map(\.name)).map { .target(name: $0) }),

    .testTarget(name: "HeapGraphTests", dependencies: ["HeapGraph"]),
    .testTarget(name: "ProbeTests", dependencies: ["HeapGraph", "Probe"]),
    .testTarget(name: "StageTests", dependencies: ["Probe", "Stage"]),
    .testTarget(
      name: "LabKitTests", dependencies: ["HeapGraph", "LabKit", "Probe"]),
    .testTarget(
      name: "ExperimentTests", dependencies: ["HeapGraph", "LabKit", "Probe", "specimens"]),
    // Shapes of ownership, each leaking and mended, for lab leaks to tell apart.
    .executableTarget(name: "specimens", path: "Tests/Specimens"),
  ],
  swiftLanguageModes: [.v6]
)
