import Testing

@testable import HeapGraph
