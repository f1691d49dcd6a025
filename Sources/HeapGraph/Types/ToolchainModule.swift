/// The modules that come with the Swift toolchain on Linux.
enum ToolchainModule {
  static let names: Set<String> = [
    "Swift", "_Concurrency", "_Differentiation", "_RegexParser", "_StringProcessing", "_Volatile",
    "Cxx", "CxxStdlib", "Dispatch", "Distributed", "Foundation", "FoundationEssentials",
    "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "Observation",
    "RegexBuilder", "Runtime", "Synchronization", "Testing", "XCTest", "_FoundationCollections",
  ]
}
