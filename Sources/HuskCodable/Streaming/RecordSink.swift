// SPDX-License-Identifier: Apache-2.0

/// Where encoded bytes go.
protocol RecordSink {
  /// Takes the next bytes.
  func write(_ bytes: [UInt8]) throws

  /// Takes note that these were all.
  func finish() throws
}

/// Finds what becomes of bytes that are written to a path.
enum FileDestination {
  /// A pipe or a device that is there takes the bytes as they come, as it has no contents to replace; all
  /// else becomes a file, and a symbolic link to one stays.
  static func sink(_ path: String) throws(HuskFileError) -> any RecordSink {
    if SystemFile.isStream(path) { return DescriptorSink(file: try SystemFile(writing: path)) }
    return try AtomicFileSink(path)
  }
}

/// A file that appears under its name when it is complete, or not at all.
final class AtomicFileSink: RecordSink {
  private let target: String
  private let temporary: String
  private let file: SystemFile
  private var isComplete = false

  init(_ path: String) throws(HuskFileError) {
    // A link that leads nowhere is replaced.
    let target = SystemFile.resolve(path) ?? path
    let directory = target.lastIndex(of: "/").map { target[...$0] } ?? ""
    let random = String(UInt64.random(in: 0 ... .max), radix: 16)
    self.target = target
    temporary = "\(directory).husk-\(random).tmp"
    do {
      file = try SystemFile(creating: temporary)
    } catch { throw HuskFileError(name: path, number: error.number, reason: error.reason) }
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

/// An open file that takes bytes as they come.
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
