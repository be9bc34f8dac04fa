// SPDX-License-Identifier: Apache-2.0

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The records of a stream, decoded one after the other.
///
///     for try await customer in HuskReader<Customer>(url, rows: 100..<200, fields: "id,name") { … }
///
/// Records are the texts of a sequence, or the elements of an array that is the only text, as
/// ``HuskWriter`` or any other encoder of Husk wrote them. Nothing is read before somebody asks for
/// a record, and no more than one block, with the bytes of the next, waits in memory for each thread;
/// a message, and a file in the text layout, must be in memory as a whole. Blocks without wanted
/// rows are not decoded, nor are the columns of fields that are not wanted. Of a file whose first rows are not
/// wanted, little more is read than the blocks of those that are.
///
/// Iteration throws once: `DecodingError` with the number of the record in its path, and with a
/// `HuskError` behind it where the stream is damaged; ``HuskFileError``; `CancellationError` where
/// the task is cancelled; or what the source throws. Nothing comes after that.
public struct HuskReader<Record: Decodable>: AsyncSequence, Sendable {
  /// A record.
  public typealias Element = Record

  private let open: @Sendable () throws -> any ChunkSource
  private let decoder: HuskDecoder
  private let rows: Range<Int>
  private let threadCount: Int

  private init(
    _ rows: Range<Int>?, _ fields: SelectedFields?, _ decoder: HuskDecoder, _ threadCount: Int,
    open: @escaping @Sendable () throws -> any ChunkSource
  ) {
    var decoder = decoder
    if let fields { decoder.selection = fields }
    self.decoder = decoder
    self.rows = rows ?? 0..<Int.max
    self.threadCount = threadCount
    self.open = open
  }

  /// Reads a file, which is opened when the first record is asked for.
  ///
  /// - Parameters:
  ///   - url: Where the file is.
  ///   - rows: The numbers of the records that are wanted, from 0; all by default.
  ///   - fields: The fields that are wanted; `nil` leaves it to the decoder.
  ///   - decoder: How records are decoded.
  ///   - threadCount: The number of threads that decode blocks of which all is wanted.
  public init(
    _ url: URL, rows: Range<Int>? = nil, fields: SelectedFields? = nil,
    decoder: HuskDecoder = HuskDecoder(), threadCount: Int = 1
  ) {
    self.init(rows, fields, decoder, threadCount) {
      FileChunks(file: try SystemFile(reading: url.filePath))
    }
  }

  /// Reads bytes that are in memory.
  ///
  /// - Parameters:
  ///   - bytes: The encoded bytes, whole.
  ///   - rows: The numbers of the records that are wanted, from 0; all by default.
  ///   - fields: The fields that are wanted; `nil` leaves it to the decoder.
  ///   - decoder: How records are decoded.
  public init(
    bytes: [UInt8], rows: Range<Int>? = nil, fields: SelectedFields? = nil,
    decoder: HuskDecoder = HuskDecoder()
  ) {
    self.init(rows, fields, decoder, 1) { ArrayChunks(bytes) }
  }

  /// Reads a pipe, a socket or another descriptor to its end, and does not close it.
  ///
  /// No thread waits for input, and a task that is cancelled does not wait for it either.
  ///
  /// - Parameters:
  ///   - descriptor: The descriptor.
  ///   - rows: The numbers of the records that are wanted, from 0; all by default.
  ///   - fields: The fields that are wanted; `nil` leaves it to the decoder.
  ///   - decoder: How records are decoded.
  public init(
    descriptor: Int32, rows: Range<Int>? = nil, fields: SelectedFields? = nil,
    decoder: HuskDecoder = HuskDecoder()
  ) {
    self.init(rows, fields, decoder, 1) { FileChunks(file: SystemFile(descriptor: descriptor)) }
  }

  /// Reads what a sequence gives byte by byte.
  ///
  /// - Parameters:
  ///   - bytes: The encoded bytes.
  ///   - rows: The numbers of the records that are wanted, from 0; all by default.
  ///   - fields: The fields that are wanted; `nil` leaves it to the decoder.
  ///   - decoder: How records are decoded.
  public init<Bytes: AsyncSequence & Sendable>(
    _ bytes: Bytes, rows: Range<Int>? = nil, fields: SelectedFields? = nil,
    decoder: HuskDecoder = HuskDecoder()
  ) where Bytes.Element == UInt8 {
    self.init(rows, fields, decoder, 1) { ByteChunks(bytes) }
  }

  /// Reads what a sequence gives in pieces, such as `Data`, which may be cut anywhere.
  ///
  /// - Parameters:
  ///   - chunks: The encoded bytes.
  ///   - rows: The numbers of the records that are wanted, from 0; all by default.
  ///   - fields: The fields that are wanted; `nil` leaves it to the decoder.
  ///   - decoder: How records are decoded.
  public init<Chunks: AsyncSequence & Sendable>(
    chunks: Chunks, rows: Range<Int>? = nil, fields: SelectedFields? = nil,
    decoder: HuskDecoder = HuskDecoder()
  ) where Chunks.Element: Sequence<UInt8> {
    self.init(rows, fields, decoder, 1) { SequenceChunks(chunks) }
  }

  /// Begins to read; each iteration of a file begins at its start.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(
      reading: RecordReading(decoder, rows: rows, threadCount: threadCount, open: open))
  }

  /// Hands out the records of one iteration.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let reading: RecordReading<Record>

    /// Decodes the next record.
    ///
    /// - Returns: The record, or `nil` behind the last, or after an error.
    /// - Throws: What ``HuskReader`` says.
    public mutating func next() async throws -> Record? { try await next(isolation: nil) }

    /// Decodes the next record where the caller is.
    ///
    /// - Parameter actor: Where the caller is.
    /// - Returns: The record, or `nil` behind the last, or after an error.
    /// - Throws: What ``HuskReader`` says.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws -> Record? {
      try await reading.next(isolation: actor)
    }
  }
}
