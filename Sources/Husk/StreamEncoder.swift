// SPDX-License-Identifier: Apache-2.0

public import HuskCore

/// Encodes a stream of JSON that may be larger than memory, on one thread or several.
///
///     var encoder = StreamEncoder(threadCount: 4)
///     while let bytes = try input.read(upToCount: 1 << 18) {
///       encoder.append(bytes)
///       while let output = try encoder.next() { try file.write(output) }
///     }
///     encoder.finish()
///     while let output = try encoder.next() { try file.write(output) }
///
/// A sequence of texts, and an array that is the only text, are cut into blocks between their rows.
/// Memory is needed for `threadCount` + 1 blocks, whose size grows with the effort. Where their rows
/// recur from block to block, or from level 4 on parts of them, it is needed for twice 64 MB more and
/// the window of what compresses them, and up to 64 MB are taken before they are given back encoded. A
/// single text of another kind is one block, so all of it is in memory; and so is everything in the
/// text layout. What is written does not depend on the number of threads.
///
/// For a text that is in memory anyway, ``Husk/encode(json:options:)`` is simpler.
public struct StreamEncoder: ~Copyable, StreamCoder {
  package struct Input: ~Copyable, Sendable {
    var block: ScannedBlock
    /// What it is made of, where that is encoded before.
    var members: [EncodedBlock]
  }

  package struct Output: Sendable {
    /// What was encoded, or `nil` in place of others that are smaller.
    var block: Result<EncodedBlock?, HuskError>
    var rowCount: Int
    var inputByteCount: Int
  }

  private let options: EncodeOptions
  private var scanner: BlockScanner
  private let spare = SpareBlock()
  private var pipeline: OrderedPipeline<BlockEncoder, Input, Output>
  /// The file, until its end is written.
  private var file: FileEncoder<[UInt8]>?
  /// What encodes in a layout that knows no blocks.
  private var whole: WholeCoder?
  /// What there is to say of what it encoded.
  private var wholeReport: WholeReport?
  /// The numbers of the paths at which blocks had something to seal.
  private var sealedPaths: Set<Int> = []
  private var failure: HuskError?

  /// How far the stream has got.
  public private(set) var progress = StreamProgress()

  /// How many bytes are to come in all, where that is known: a document that is one large row is
  /// scanned fewer times then.
  package var expectedByteCount: Int? {
    get { scanner.expectedByteCount }
    set { scanner.expectedByteCount = newValue }
  }

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - options: How to encode.
  ///   - threadCount: The number of threads that encode blocks. With more than one, they are
  ///     threads beside the one that calls; with one, or for a single block, no thread is started.
  public init(options: EncodeOptions = EncodeOptions(), threadCount: Int = 1) {
    self.init(
      options: options, threadCount: threadCount, blockByteCount: options.blockByteCount)
  }

  /// Creates an encoder of blocks that are cut at a size of one's own.
  package init(options: EncodeOptions, threadCount: Int, blockByteCount: Int) {
    self.options = options
    progress.unsealedPaths = options.fieldEncryption?.paths.texts(without: []) ?? []
    scanner = BlockScanner(options, blockByteCount: blockByteCount)
    pipeline = OrderedPipeline(
      threadCount: options.isWhole ? 1 : threadCount,
      makeWorker: { BlockEncoder(options) },
      work: { [spare] encoder, input in
        let members = input.members
        var block = input.block
        // What is put together was counted already.
        let isNew = !block.role.isJoint
        let rowCount = isNew ? block.rows.rowCount : 0
        let byteCount = isNew ? block.rows.bytes.count : 0
        let encoded: Result<EncodedBlock?, HuskError>
        do throws(HuskError) {
          encoded = .success(
            members.isEmpty
              ? try encoder.encode(&block)
              : try encoder.encodeTogether(members))
        } catch { encoded = .failure(error) }
        if isNew { spare.put(block) }
        return Output(block: encoded, rowCount: rowCount, inputByteCount: byteCount)
      })
    if options.isWhole {
      let report = WholeReport(progress.unsealedPaths)
      wholeReport = report
      whole = WholeCoder(limits: options.limits) { json throws(HuskError) in
        var encoder = DocumentEncoder(options: options)
        let bytes = try encoder.encode(json: json)
        report.unsealedPaths = encoder.unsealedPaths
        report.replacedBlockCount = encoder.replacedBlockCount
        return bytes
      }
    } else {
      do throws(HuskError) {
        file = FileEncoder(
          [UInt8](), options, TemplateCompressor(options.effort, options.compression),
          try options.sealing?.begin())
      } catch { failure = error }
    }
  }

  /// Takes JSON that has arrived, in pieces that may be cut anywhere.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  public mutating func append(_ bytes: [UInt8]) {
    guard whole != nil else { return scanner.append(bytes) }
    whole?.append(bytes)
  }

  /// Says that no more JSON will arrive.
  public mutating func finish() {
    scanner.finish()
    whole?.finish()
  }

  /// Returns the next bytes of the encoded file, or `nil` where more input is needed, or after
  /// ``finish()`` where the file is complete.
  ///
  /// It waits for a block where as many are being encoded as there are threads.
  ///
  /// - Throws: ``HuskError`` with the offset, line and column in the stream of the first byte that
  ///   is not acceptable JSON, once the blocks before it have been returned.
  /// - Complexity: O(*n*) for *n* bytes of text.
  public mutating func next() throws(HuskError) -> [UInt8]? {
    if options.isWhole { return try encodeWhole() }
    while true {
      // After the last block, or a fault, there is nothing to do but wait for what is left.
      let isDraining = failure != nil || scanner.isFinished
      if pipeline.isResultReady || pipeline.isFull || isDraining, let output = pipeline.next() {
        let bytes = write(output)
        if bytes.isEmpty { continue }
        return bytes
      }
      if let failure {
        if let bytes = takeWaiting() { return bytes }
        throw failure
      }
      if isDraining { return writeEnd() }
      do throws(HuskError) {
        if let block = spare.take() { scanner.reuse(block) }
        guard let block = try scanner.next() else {
          if scanner.isFinished { continue }
          return nil
        }
        let bytes = handIn(block)
        if !bytes.isEmpty { return bytes }
      } catch { failure = error }
    }
  }

  /// Hands in a block; one that is made of others once they are encoded, if it may be smaller.
  ///
  /// - Returns: What was written meanwhile.
  private mutating func handIn(_ block: consuming ScannedBlock) -> [UInt8] {
    guard block.role.needsMembers else {
      pipeline.append(Input(block: block, members: []), isLast: scanner.isFinished)
      return []
    }
    var bytes: [UInt8] = []
    // The first one tells mostly, so that there is nothing to wait for.
    for count in [1, block.memberCount] {
      while failure == nil, pipeline.count > block.memberCount - count,
        let output = pipeline.next()
      { bytes += write(output) }
      let mayBeSmaller = file?.mayBeSmallerTogether(
        recurring: block.recurringPartShare, judgedBy: count)
      guard failure == nil, mayBeSmaller == true else { return bytes }
    }
    let members = file?.waiting ?? []
    pipeline.append(Input(block: block, members: members), isLast: scanner.isFinished)
    return bytes
  }

  private mutating func write(_ output: Output) -> [UInt8] {
    switch output.block {
    case .success(let block):
      if let block {
        note(block.sealedPaths)
        if block.isReplaced { progress.replacedBlockCount += 1 }
      }
      file?.write(block)
    case .failure(let error):
      // What comes behind is of no use to anybody.
      pipeline.cancel()
      failure = error
      return takeWaiting() ?? []
    }
    let bytes = file?.take() ?? []
    progress.count(output.rowCount, inputByteCount: output.inputByteCount, bytes)
    // Blocks may be written together.
    progress.blockCount = file?.blockCount ?? 0
    return bytes
  }

  /// Notes at which paths a block had something to seal.
  private mutating func note(_ paths: Set<Int>) {
    guard let all = options.fieldEncryption?.paths, !paths.isSubset(of: sealedPaths) else { return }
    sealedPaths.formUnion(paths)
    progress.unsealedPaths = all.texts(without: sealedPaths)
  }

  /// Takes out blocks that waited for what follows them, of which nothing comes.
  private mutating func takeWaiting() -> [UInt8]? {
    guard file?.hasWaiting ?? false else { return nil }
    file?.writeWaiting()
    let bytes = file?.take() ?? []
    progress.outputByteCount += bytes.count
    progress.blockCount = file?.blockCount ?? 0
    return bytes
  }

  private mutating func writeEnd() -> [UInt8]? {
    if let bytes = takeWaiting() { return bytes }
    let bytes = file.take()?.finish()
    progress.outputByteCount += bytes?.count ?? 0
    return bytes
  }

  private mutating func encodeWhole() throws(HuskError) -> [UInt8]? {
    defer {
      progress = whole?.progress ?? progress
      progress.unsealedPaths = wholeReport?.unsealedPaths ?? []
      progress.replacedBlockCount = wholeReport?.replacedBlockCount ?? 0
    }
    return try whole?.next()
  }
}

extension EncodeOptions {
  /// Whether the output is one piece.
  fileprivate var isWhole: Bool {
    switch layout {
    case .text, .row: true
    case .auto, .column: isEnveloped
    }
  }
}

/// What a closure that encodes in one piece has to say besides.
private final class WholeReport {
  var unsealedPaths: [String]
  var replacedBlockCount = 0

  init(_ unsealedPaths: [String]) { self.unsealedPaths = unsealedPaths }
}
