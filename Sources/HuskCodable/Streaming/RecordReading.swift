// SPDX-License-Identifier: Apache-2.0

internal import Husk
internal import HuskCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The records of one stream, while they are being read.
///
/// Nothing is read before somebody asks for a record that is not there, so that what waits in memory
/// is one block and the bytes of the next.
final class RecordReading<Record: Decodable> {
  private let open: @Sendable () throws -> any ChunkSource
  private let decoder: HuskDecoder
  private let rows: Range<Int>
  private let threadCount: Int
  private var source: (any ChunkSource)?
  private var blocks: BlockTexts?
  private var isAtEnd = false
  private var isFinished = false

  /// The block whose records are handed out, and where on its tape they are.
  private var text: DecodingText?
  private var places = 0..<0
  /// The number of the next record.
  private var number: Int

  init(
    _ decoder: HuskDecoder, rows: Range<Int>, threadCount: Int,
    open: @escaping @Sendable () throws -> any ChunkSource
  ) {
    self.open = open
    self.decoder = decoder
    self.rows = rows
    self.threadCount = threadCount
    number = rows.lowerBound
  }

  /// The next record, or `nil` behind the last, or after an error.
  func next(isolation actor: isolated (any Actor)?) async throws -> Record? {
    guard !isFinished else { return nil }
    do {
      while true {
        try Task.checkCancellation()
        if let record = try nextInBlock() { return record }
        guard try await nextBlock(isolation: actor) else { break }
      }
    } catch {
      end()
      if let error = error as? HuskError { throw HuskDecoder.corrupted(error) }
      throw error
    }
    end()
    return nil
  }

  /// Lets go of everything, a file among it.
  private func end() {
    isFinished = true
    source = nil
    blocks = nil
    text = nil
  }

  private func nextInBlock() throws -> Record? {
    guard let text, !places.isEmpty else { return nil }
    text.basePath = [PathKey(index: number)]
    let record = try text.value(Record.self, places.lowerBound, nil)
    places = text.tape.end(of: places.lowerBound)..<places.upperBound
    number += 1
    return record
  }

  /// Reads until a block is there; returns whether one is.
  private func nextBlock(isolation actor: isolated (any Actor)?) async throws -> Bool {
    if source == nil {
      let fields = try decoder.settings.selectedFields(of: Record.self)
      source = try open()
      blocks = BlockTexts(
        rows: rows, fields: fields, options: decoder.options, threadCount: threadCount,
        of: source?.randomAccess)
      isAtEnd = blocks?.isIndexed ?? false
    }
    // What is behind the last row that is wanted need not be read.
    guard number < rows.upperBound else { return false }
    text = nil
    var block = try blocks?.next()
    while block == nil, !isAtEnd {
      if let bytes = try await source?.next(isolation: actor) {
        blocks?.append(bytes)
      } else {
        isAtEnd = true
        blocks?.finish()
      }
      block = try blocks?.next()
    }
    guard let block else { return false }
    try begin(block)
    return true
  }

  private func begin(_ block: BlockTexts.Block) throws(HuskError) {
    let limits = decoder.options.limits
    if let frame = block.frame {
      let tape = try ValueTape(rows: block.text, frame, limits: limits)
      places = 0..<tape.count
      text = DecodingText(tape, decoder.settings)
    } else {
      let tape = try ValueTape(block.text, as: .ndjson, limits: limits)
      let isArray =
        tape.count > 0 && tape.kind(at: 0) == .openArray && tape.end(of: 0) == tape.count
      places = isArray ? 1..<tape.close(of: 0) : 0..<tape.count
      text = DecodingText(tape, decoder.settings)
      if isArray { text?.rows = 0 }
    }
  }
}
