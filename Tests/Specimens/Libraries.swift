import Dispatch
import Foundation
import Observation

/// Rings that go through the libraries' own objects.
let foundation = [
  Specimen(
    "operation",
    "Importer.operation → BlockOperation._block → closure #1 in prepare(_:).captures → Importer"
  ) {
    prepare(Importer())
  } clean: {
    let importer = Importer()
    importer.operation = BlockOperation { [weak importer] in importer?.count += 1 }
  },
  Specimen("thread's block", "Importer.tap → closure #1 in runOnce(_:).captures → Importer") {
    runOnce(Importer())
  } clean: {
    runOnceWeakly(Importer())
  },
  Specimen(
    "observation", "Gauge.observation registrar → closure #2 in Gauge.watch().captures → Gauge"
  ) {
    Gauge().watch()
  } clean: {
    let gauge = Gauge()
    gauge.watch()
    gauge.level += 1
  },
]

final class Importer: @unchecked Sendable {
  var operation: BlockOperation?
  var tap: (@Sendable () -> Void)?
  var count = 0
}

@inline(never) func prepare(_ importer: Importer) {
  importer.operation = BlockOperation { importer.count += 1 }
}

@inline(never) func runOnce(_ importer: Importer) {
  importer.tap = { importer.count += 1 }
  let done = DispatchSemaphore(value: 0)
  DispatchQueue.global().async {
    importer.tap?()
    done.signal()
  }
  done.wait()
  settle()
}

@inline(never) func runOnceWeakly(_ importer: Importer) {
  importer.tap = { [weak importer] in importer?.count += 1 }
  let done = DispatchSemaphore(value: 0)
  DispatchQueue.global().async {
    importer.tap?()
    done.signal()
  }
  done.wait()
  settle()
}

@Observable final class Gauge: @unchecked Sendable {
  var level = 0
  func watch() {
    withObservationTracking {
      _ = level
    } onChange: {
      use(self)
    }
  }
}
