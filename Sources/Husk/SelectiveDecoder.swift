// SPDX-License-Identifier: Apache-2.0

public import HuskCore

/// Decodes selected rows and fields of a stream (SPEC §9.9 Selected reading).
///
///     var selection = Selection(rows: 100..<200)
///     var decoder = SelectiveDecoder(selection)
///
/// It takes what ``StreamDecoder`` takes, and gives minified JSON of the same outer form. Blocks
/// without a selected row are not decoded, and of the others only the columns that the fields need;
/// what is read is verified before anything of its block is returned. Memory is needed for one block;
/// a message, and a file in the text layout, must be in memory as a whole.
public struct SelectiveDecoder: ~Copyable, StreamCoder {
  private let options: DecodeOptions
  private let messages: MessageDecoder?
  private let hasArray: Bool
  private var input: EncodedInput
  private var decoder: BlockDecoder
  private var writer: SelectionWriter
  private var failure: HuskError?

  /// How far the stream has got; its rows are those that were passed, wanted or not.
  public private(set) var progress = StreamProgress()
  /// How the text that was returned last stands in the document that it is a part of.
  package private(set) var frame = BlockFrame()

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - selection: What is wanted.
  ///   - options: How to decode.
  ///   - messages: What decodes a message; without it, only one that brings its template is decoded.
  public init(
    _ selection: Selection, options: DecodeOptions = DecodeOptions(),
    messages: MessageDecoder? = nil
  ) {
    self.options = options
    self.messages = messages
    hasArray = selection.array != nil
    input = EncodedInput(options)
    decoder = BlockDecoder(options, selecting: selection)
    writer = SelectionWriter(selection, limits: options.limits)
  }

  /// Takes encoded bytes that have arrived, in pieces that may be cut anywhere.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  public mutating func append(_ bytes: [UInt8]) {
    input.append(bytes)
  }

  /// Says that no more bytes will arrive.
  public mutating func finish() {
    input.finish()
  }

  /// Returns what is selected of the next block, or `nil` where more input is needed, or after
  /// ``finish()`` where all was returned.
  ///
  /// - Throws: ``HuskError`` that says which rule of SPEC.md the input breaks;
  ///   ``HuskError/Code/invalidSelection`` where a text has no array at the path of the selection.
  /// - Complexity: O(*n* + *m*) for *n* encoded bytes and *m* bytes of text of wanted blocks.
  public mutating func next() throws(HuskError) -> [UInt8]? {
    if let failure { throw failure }
    do throws(HuskError) {
      switch try input.kind() {
      case .unknown: return nil
      case .blocks: return try nextBlock()
      case .whole: return try decodeWhole()
      }
    } catch {
      failure = error
      throw error
    }
  }

  private mutating func nextBlock() throws(HuskError) -> [UInt8]? {
    while let block = try input.blocks.next() {
      let rowCount = block.header.rowCount
      let text = writer.wants(rowCount) ? try decoder.decode(block) : nil
      let output = try writer.write(
        text, projected: decoder.projectedNodes, rowCount: rowCount, block.contentHeader.frame)
      progress.count(
        rowCount, inputByteCount: block.endOffset - progress.inputByteCount, output)
      progress.absentPaths = writer.absentPaths
      frame = frame(of: block.contentHeader.frame)
      if !output.isEmpty { return output }
    }
    progress.inputByteCount = input.blocks.offset
    return nil
  }

  /// Where rows are those of an array inside each text, the output is a sequence of arrays.
  private func frame(of block: BlockFrame) -> BlockFrame { hasArray ? BlockFrame() : block }

  private mutating func decodeWhole() throws(HuskError) -> [UInt8]? {
    guard let bytes = input.takeWhole() else { return nil }
    // It was returned the last time.
    guard !bytes.isEmpty || progress.blockCount == 0 else { return nil }
    let text = try EncodedForm.decode(bytes, options, messages)
    progress.count(0, inputByteCount: bytes.count, [])
    guard DecodedText.hasTexts(text) else { return nil }
    var scanner = RowScanner(
      as: .auto, blockByteCount: max(text.count, 1), expecting: text.count, limits: options.limits)
    scanner.append(text)
    scanner.finish()
    var output: [UInt8] = []
    while let block = try scanner.next() {
      let rowCount = block.rows.rowCount
      let frame = block.rows.frame
      let part = block.rows.bytes.source.bytes(
        ByteRange(offset: 0, count: block.rows.bytes.count))
      output += try writer.write(writer.wants(rowCount) ? part : nil, rowCount: rowCount, frame)
      // Blocks are as large as the text, so that there is one.
      self.frame = self.frame(of: frame)
    }
    progress.outputByteCount = output.count
    progress.rowCount = writer.rowCount
    progress.absentPaths = writer.absentPaths
    return output
  }
}
