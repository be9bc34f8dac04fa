// SPDX-License-Identifier: Apache-2.0

public import HuskCore

/// Decodes a stream that may be larger than memory, on one thread or several.
///
/// It takes whatever ``StreamEncoder`` and ``Husk/encode(json:options:)`` write, one file or several
/// one after the other, or one message. Each piece that ``next()`` returns is the text of one block, verified
/// against the check that travels with it; nothing else is ever returned. Memory is needed for
/// `threadCount` + 1 blocks; a message, and a file in the text layout, must be in memory as a whole.
///
/// A stream has no end that is known, so `Limits.decodedByteCount` holds for each piece, and
/// `Limits.decodedRatio` for none: who must not take more in all adds up `progress.outputByteCount`.
public struct StreamDecoder: ~Copyable, StreamCoder {
  private struct Output: Sendable {
    var text: Result<[UInt8], HuskError>
    var rowCount: Int
    var frame: BlockFrame
    /// Where the block ends in the input.
    var endOffset: Int
  }

  private var form = EncodedForm()
  private var reader: BlockReader
  private var pipeline: OrderedPipeline<BlockDecoder, FoundBlock, Output>
  /// What decodes a layout that knows no blocks.
  private var whole: WholeCoder
  private var failure: HuskError?

  /// How far the stream has got.
  public private(set) var progress = StreamProgress()
  /// How the text that was returned last stands in its document, or `nil` where it is the document.
  package private(set) var frame: BlockFrame?

  /// How many bytes are to come in all, where that is known: no thread is started for a single block
  /// then.
  package var expectedByteCount: Int?

  /// The most bytes that usually stand behind the last block.
  private static let mostEndByteCount = 64

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - options: How to decode.
  ///   - threadCount: The number of threads that decode blocks. With more than one, they are
  ///     threads beside the one that calls; with one, no thread is started.
  ///   - messages: What decodes a message; without it, only one that brings its template is decoded.
  public init(
    options: DecodeOptions = DecodeOptions(), threadCount: Int = 1,
    messages: MessageDecoder? = nil
  ) {
    reader = BlockReader(limits: options.limits, policy: options.sealPolicy)
    whole = WholeCoder(limits: options.limits) { bytes throws(HuskError) in
      try EncodedForm.decode(bytes, options, messages)
    }
    pipeline = OrderedPipeline(
      threadCount: threadCount,
      makeWorker: { BlockDecoder(options) },
      work: { decoder, block in
        let text: Result<[UInt8], HuskError>
        do throws(HuskError) {
          text = .success(try decoder.decode(block))
        } catch { text = .failure(error) }
        return Output(
          text: text, rowCount: block.header.rowCount, frame: block.contentHeader.frame,
          endOffset: block.endOffset)
      })
  }

  /// Takes encoded bytes that have arrived, in pieces that may be cut anywhere.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  public mutating func append(_ bytes: [UInt8]) {
    handOn(form.take(bytes))
  }

  private mutating func handOn(_ bytes: [UInt8]) {
    switch form.kind {
    case .unknown: break
    case .blocks: reader.append(bytes)
    case .whole: whole.append(bytes)
    }
  }

  /// Says that no more bytes will arrive.
  public mutating func finish() {
    handOn(form.finish())
    reader.finish()
    whole.finish()
  }

  /// Returns the text of the next block, or `nil` where more input is needed, or after
  /// ``finish()`` where all text was returned.
  ///
  /// It waits for a block where as many are being decoded as there are threads.
  ///
  /// - Throws: ``HuskError`` that says which rule of SPEC.md the input breaks, once the text of the
  ///   blocks before has been returned.
  /// - Complexity: O(*n* + *m*) for *n* encoded and *m* decoded bytes.
  public mutating func next() throws(HuskError) -> [UInt8]? {
    switch form.kind {
    case .unknown: nil
    case .blocks: try nextBlock()
    case .whole: try nextWhole()
    }
  }

  private mutating func nextWhole() throws(HuskError) -> [UInt8]? {
    defer { progress = whole.progress }
    return try whole.next()
  }

  private mutating func nextBlock() throws(HuskError) -> [UInt8]? {
    var isDraining = failure != nil
    while true {
      if pipeline.isResultReady || pipeline.isFull || isDraining, let output = pipeline.next() {
        return try take(output)
      }
      if let failure { throw failure }
      if isDraining {
        progress.inputByteCount = reader.offset
        return nil
      }
      do throws(HuskError) {
        if let block = try reader.next() {
          pipeline.append(block, isLast: isLast(block))
        } else if reader.isFinished {
          isDraining = true
        } else {
          return nil
        }
      } catch {
        failure = error
        isDraining = true
      }
    }
  }

  /// Whether so much as a block of a few rows cannot follow, where it is known how much there is.
  private func isLast(_ block: FoundBlock) -> Bool {
    guard let expectedByteCount else { return false }
    return expectedByteCount - block.endOffset <= Self.mostEndByteCount
  }

  private mutating func take(_ output: Output) throws(HuskError) -> [UInt8] {
    switch output.text {
    case .success(let text):
      progress.count(
        output.rowCount, inputByteCount: output.endOffset - progress.inputByteCount, text)
      frame = output.frame
      return text
    case .failure(let error):
      // What comes behind is of no use to anybody.
      pipeline.cancel()
      failure = error
      throw error
    }
  }
}
