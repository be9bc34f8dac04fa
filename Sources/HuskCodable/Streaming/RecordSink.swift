// SPDX-License-Identifier: Apache-2.0

/// Where encoded bytes go.
protocol RecordSink {
  /// Takes the next bytes.
  func write(_ bytes: [UInt8]) throws

  /// Takes note that these were all.
  func finish() throws
}

/// A file that appears under its name when it is complete, or not at all.
final class AtomicFileSink: RecordSink {
  private let target: String
  private let temporary: String
  private let file: SystemFile
  private var isComplete = false

  init(_ target: String) throws(HuskFileError) {
    let directory = target.lastIndex(of: "/").map { target[...$0] } ?? ""
    let random = String(UInt64.random(in: 0 ... .max), radix: 16)
    self.target = target
    temporary = "\(directory).husk-\(random).tmp"
    do {
      file = try SystemFile(creating: temporary)
    } catch { throw HuskFileError(name: target, number: error.number, reason: error.reason) }
  }

  deinit { if !isComplete { SystemFile.remove(temporary) } }

  func write(_ bytes: [UInt8]) throws(HuskFileError) { try file.write(bytes) }

  func finish() throws(HuskFileError) {
    // A name that is there after a loss of power must not be that of an empty file.
    try file.synchronize()
    try SystemFile.rename(temporary, replacing: target)
    isComplete = true
  }
}

/// A descriptor of somebody else, who closes it.
struct DescriptorSink: RecordSink {
  let file: SystemFile

  func write(_ bytes: [UInt8]) throws { try file.write(bytes) }

  func finish() {}
}

/// A function.
struct FunctionSink: RecordSink {
  let body: ([UInt8]) throws -> Void

  func write(_ bytes: [UInt8]) throws { try body(bytes) }

  func finish() {}
}
