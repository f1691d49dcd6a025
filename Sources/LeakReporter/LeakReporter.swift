import Glibc
import HeapGraph

/// Reads the heap of the program that this was loaded into, and writes a report.
///
/// Called by CLeakPreload in a forked copy of the program that does nothing else, so what this
/// takes, it takes from nobody. What it reads is another copy, made before this was loaded.
///
/// - Parameters:
///   - folder: the folder that the lab and the preloaded library share.
///   - number: the report's number.
///   - cause: why it is made.
///   - frozen: the copy to read.
///   - stacks: the stack pointers of threads that wait.
///   - count: how many.
/// - Returns: 0 if there is a report, which may say why there is nothing in it; else an errno.
@c(lab_write_report)
public func writeReport(
  folder: UnsafePointer<CChar>, number: Int32, cause: UnsafePointer<CChar>,
  frozen: Int32, stacks: UnsafePointer<UInt>, count: Int
) -> Int32 {
  let start = ContinuousClock.now
  let snapshot: Result<HeapSnapshot, SnapshotError>
  do {
    snapshot = .success(try HeapSnapshot.take(frozen: frozen))
  } catch {
    snapshot = .failure(error)
  }
  let folder = String(cString: folder)
  var report = HeapReport(cause: String(cString: cause))
  let asked = contents(of: folder + "/question")
  switch (snapshot, HeapReport.Question(asked)) {
  case (.success(let snapshot), let question?):
    let stacks = Array(UnsafeBufferPointer(start: stacks, count: count))
    let suspects = "\(folder)/suspects-\(number)"
    let known = contents(of: suspects).split(separator: " ").compactMap { UInt($0) }
    report = snapshot.report(
      on: question, cause: report.cause, stackPointers: stacks,
      suspects: known.isEmpty ? nil : Set(known))
    // With this file there, the program asks once more.
    let lost = report.findings?.lostTasks.flatMap(\.addresses) ?? []
    if known.isEmpty, !lost.isEmpty {
      _ = write(lost.map { String($0) }.joined(separator: " "), to: suspects)
    }
  case (.failure(let error), _): report.failure = error.description
  case (_, nil): report.failure = "The question can't be read: \(asked)"
  }
  report.seconds = (ContinuousClock.now - start) / .seconds(1)
  guard let text = try? JSONText.of(report) else { return EINVAL }
  let name = "\(folder)/report-\(number)"
  guard write(text, to: name + ".part"), rename(name + ".part", name) == 0 else { return errno }
  return 0
}

private func contents(of path: String) -> String {
  guard let file = fopen(path, "re") else { return "" }
  defer { fclose(file) }
  var text: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4096)
  while true {
    let count = fread(&buffer, 1, buffer.count, file)
    if count == 0 { return String(decoding: text, as: UTF8.self) }
    text += buffer[..<count]
  }
}

private func write(_ text: String, to path: String) -> Bool {
  guard let file = fopen(path, "we") else { return false }
  let bytes = Array(text.utf8)
  let count = fwrite(bytes, 1, bytes.count, file)
  return fclose(file) == 0 && count == bytes.count
}
