// SPDX-License-Identifier: Apache-2.0

/// Drops the whitespace that means nothing (SPEC §5.4 Minified texts).
package enum Minifier {
  /// Returns a block without its insignificant whitespace.
  ///
  /// Each text of a sequence stands on a line of its own. A byte order mark stays, and one LF at
  /// the end stays where there was any.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package static func minify(_ block: borrowing RowBlock) -> RowBlock {
    let source = block.bytes.source
    var run = Run(source, block.frame)
    if let open = block.openOffset { run.append(Token(.openArray, offset: open, extent: 0)) }
    let openOffset = block.openOffset.map { _ in run.bytes.count - 1 }
    var tape = TokenTape()
    for index in 0..<block.tape.count {
      tape.reserve(1)
      tape.append(run.append(block.tape[index]))
    }
    tape.textCount = block.tape.textCount
    if let close = block.closeOffset { run.append(Token(.closeArray, offset: close, extent: 0)) }
    let closeOffset = block.closeOffset.map { _ in run.bytes.count - 1 }
    run.finish()
    tape.punctuationCount = block.tape.punctuationCount
    tape.gapByteCount = run.gapByteCount
    tape.lineCount = run.lineCount
    return RowBlock(
      bytes: PaddedBytes(run.bytes), tape: tape, rowCount: block.rowCount, frame: block.frame,
      openOffset: openOffset, closeOffset: closeOffset, isRepetitive: block.isRepetitive)
  }

  /// Returns one text without its insignificant whitespace, but for an LF at the end.
  ///
  /// - Throws: ``HuskError`` where it is not one JSON text.
  /// - Complexity: O(*n*) for *n* bytes.
  package static func minify(_ json: [UInt8], _ limits: Limits) throws(HuskError) -> [UInt8] {
    let block = try RowBlock(whole: json, as: .json, .minified, limits)
    return block.bytes.source.bytes(ByteRange(offset: 0, count: block.bytes.count))
  }

  /// The minified bytes in the making.
  private struct Run {
    private let source: ByteSource
    var bytes: [UInt8] = []
    private var depth: Int
    /// The kind of the last token, or `nil` before the first.
    private var last: Token.Kind?
    /// Where the last token ended in the source.
    private var end = 0
    /// The bytes that are neither tokens, nor commas and colons.
    var gapByteCount: Int { markByteCount + lineCount + (hasLastLine ? 1 : 0) }
    private var markByteCount = 0
    /// The texts that a line starts with, but for the first line.
    private(set) var lineCount = 0
    private var hasLastLine = false

    init(_ source: ByteSource, _ frame: BlockFrame) {
      self.source = source
      bytes.reserveCapacity(source.count)
      depth = frame.hasElements && frame.continues ? 1 : 0
      if frame.continues {
        last = .closeObject
      } else {
        end = Tokenizer.byteOrderMarkCount(source)
        source.append(ByteRange(offset: 0, count: end), to: &bytes)
        markByteCount = end
      }
    }

    /// Appends a token with what stands before it, and returns it with its new offset.
    @discardableResult
    mutating func append(_ token: Token) -> Token {
      let isClosing = token.kind == .closeObject || token.kind == .closeArray
      switch last {
      case nil, .openObject, .openArray: break
      case .key: bytes.append(ASCII.colon)
      default:
        if !isClosing {
          bytes.append(depth > 0 ? ASCII.comma : ASCII.lineFeed)
          if depth == 0 { lineCount += 1 }
        }
      }
      if isClosing { depth -= 1 }
      if token.kind == .openObject || token.kind == .openArray { depth += 1 }
      let offset = bytes.count
      let isLong = token.isScalar || token.kind == .key
      let range = isLong ? token.range : ByteRange(offset: token.offset, count: 1)
      source.append(range, to: &bytes)
      last = token.kind
      end = range.end
      return Token(token.kind, offset: offset, extent: token.extent)
    }

    mutating func finish() {
      for offset in end..<source.count where source[offset] == ASCII.lineFeed {
        bytes.append(ASCII.lineFeed)
        hasLastLine = true
        break
      }
    }
  }
}
