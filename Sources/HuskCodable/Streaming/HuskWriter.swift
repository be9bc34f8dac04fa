// SPDX-License-Identifier: Apache-2.0

internal import HuskCore
public import Husk

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Encodes records one after the other, so that memory is needed for a few blocks of them only.
///
///     var writer = try HuskWriter<Customer>(url)
///     for try await customer in customers { try writer.write(customer) }
///     try writer.finish()
///
/// A file appears under its name when ``finish()`` succeeds, and replaces the one that had it; a
/// writer that goes away before leaves nothing. A symbolic link to a file stays, and the file is
/// replaced. A pipe or a device that has the name gets the bytes as they come. Memory is needed for
/// `threadCount` + 1 blocks; in the text layout, as a row message and in an envelope, for everything.
public struct HuskWriter<Record: Encodable>: ~Copyable {
  /// What the records are in the text.
  public enum Form: Sendable {
    /// Elements of one array, which `HuskDecoder` decodes as `[Record]` too.
    case array
    /// A line each, as logs have it; files one after the other are such a sequence again.
    case sequence
  }

  private let encoder: HuskEncoder
  private let form: Form
  private let sink: any RecordSink
  private var stream: StreamEncoder
  /// Text that the stream has not taken.
  private var pending: [UInt8] = []
  /// What went wrong with the stream or where it goes.
  private var failure: (any Error)?

  /// The number of records that were written.
  public private(set) var count = 0

  /// Writes a file, or to the pipe or device that is there; a pipe waits for its reader.
  ///
  /// - Parameters:
  ///   - url: Where the file will be, or the pipe or device is.
  ///   - form: What the records are in the text.
  ///   - encoder: How records are encoded, and with which options the file.
  ///   - threadCount: The number of threads that encode blocks.
  /// - Throws: ``HuskFileError``, among others where the directory cannot be written to.
  public init(
    _ url: URL, as form: Form = .array, encoder: HuskEncoder = HuskEncoder(),
    threadCount: Int = 1
  ) throws {
    self.init(try FileDestination.sink(url.filePath), form, encoder, threadCount)
  }

  /// Writes to a pipe, a socket or another descriptor, and does not close it.
  ///
  /// Writing waits while a pipe is full, and the thread with it, so that its reader needs another one. A
  /// process that does not ignore `SIGPIPE` ends where nobody reads a pipe any more.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor.
  ///   - form: What the records are in the text.
  ///   - encoder: How records are encoded, and with which options the stream.
  ///   - threadCount: The number of threads that encode blocks.
  public init(
    descriptor: Int32, as form: Form = .array, encoder: HuskEncoder = HuskEncoder(),
    threadCount: Int = 1
  ) {
    self.init(
      DescriptorSink(file: SystemFile(descriptor: descriptor)), form, encoder, threadCount)
  }

  /// Hands the encoded bytes to a function, some at a time.
  ///
  /// - Parameters:
  ///   - form: What the records are in the text.
  ///   - encoder: How records are encoded, and with which options the stream.
  ///   - threadCount: The number of threads that encode blocks.
  ///   - write: What is done with the bytes.
  public init(
    as form: Form = .array, encoder: HuskEncoder = HuskEncoder(), threadCount: Int = 1,
    to write: @escaping ([UInt8]) throws -> Void
  ) {
    self.init(FunctionSink(body: write), form, encoder, threadCount)
  }

  /// Hands to a function what is encoded in blocks that are cut at a size of one's own.
  package init(
    as form: Form = .array, encoder: HuskEncoder = HuskEncoder(), blockByteCount: Int,
    to write: @escaping ([UInt8]) throws -> Void
  ) {
    self.init(FunctionSink(body: write), form, encoder, 1, blockByteCount: blockByteCount)
  }

  private init(
    _ sink: any RecordSink, _ form: Form, _ encoder: HuskEncoder, _ threadCount: Int,
    blockByteCount: Int? = nil
  ) {
    self.encoder = encoder
    self.form = form
    self.sink = sink
    var options = encoder.options
    options.input = form == .array ? .json : .ndjson
    stream = StreamEncoder(
      options: options, threadCount: threadCount,
      blockByteCount: blockByteCount ?? options.blockByteCount)
  }

  /// Writes a record.
  ///
  /// - Parameter record: The record.
  /// - Throws: `EncodingError`, or what the type throws, and the record is left out; ``HuskFileError``,
  ///   or what the function throws, and no more can be written.
  public mutating func write(_ record: Record) throws {
    if let failure { throw failure }
    let json = try encoder.encodeJSON(record)
    switch form {
    case .array: pending.append(UInt8(ascii: count == 0 ? "[" : ","))
    case .sequence: break
    }
    pending += json
    if form == .sequence { pending.append(UInt8(ascii: "\n")) }
    count += 1
    if pending.count >= 1 << 16 { try handOn() }
  }

  /// Writes records.
  ///
  /// - Parameter records: The records, in order.
  /// - Throws: As ``write(_:)`` does.
  public mutating func write(contentsOf records: some Sequence<Record>) throws {
    for record in records { try write(record) }
  }

  /// Completes what was written; a file has its name then.
  ///
  /// - Returns: What was written: counts of bytes, rows and blocks, and the paths of
  ///   `EncodeOptions.fieldEncryption` at which no record had anything to seal.
  /// - Throws: ``HuskFileError``, or what the function throws.
  @discardableResult
  public consuming func finish() throws -> StreamProgress {
    if let failure { throw failure }
    if form == .array { pending += Array((count == 0 ? "[]" : "]").utf8) }
    try handOn()
    stream.finish()
    try drain()
    try sink.finish()
    return stream.progress
  }

  private mutating func handOn() throws {
    stream.append(pending)
    pending.removeAll(keepingCapacity: true)
    try drain()
  }

  private mutating func drain() throws {
    do {
      while let bytes = try stream.next() { try sink.write(bytes) }
    } catch {
      failure = error
      throw error
    }
  }
}
