// SPDX-License-Identifier: Apache-2.0

public import HuskCore

/// Encodes each text of a sequence as a message, one behind the other, each with its number of bytes
/// before it (SPEC §13.10 Sequences of messages).
///
///     var encoder = MessageStreamEncoder(template, form: .referenced)
///
/// Each text has to stand on lines of its own. Whatever whitespace is around it comes back.
public struct MessageStreamEncoder: ~Copyable, StreamCoder {
  /// About so many bytes are looked at together.
  private static let blockByteCount = 1 << 18

  private let whitespace: WhitespaceHandling
  private let limits: Limits
  private let sealing: Sealing?
  private let form: MessageForm
  /// Whether a message was written.
  private var hasMessage = false
  private let firstForm: MessageForm
  private var coder: MessageCoder
  private var scanner: RowScanner
  /// The last text so far, which may go on up to the end of its line.
  private var pending: [UInt8] = []
  private var hasPending = false
  private var isComplete = false
  private var isDone = false
  private var failure: HuskError?

  /// How far the stream has got; its rows are messages.
  public private(set) var progress = StreamProgress()

  /// Creates an encoder.
  ///
  /// - Parameters:
  ///   - template: The template of all messages.
  ///   - form: The form of each message.
  ///   - firstForm: The form of the first, where it is another: a first message that embeds the
  ///     template lets the others refer to it.
  ///   - whitespace: What happens to whitespace.
  ///   - limits: The limits in force.
  ///   - key: The key that each message is sealed with; `nil` leaves them open.
  public init(
    _ template: MessageTemplate, form: MessageForm, firstForm: MessageForm? = nil,
    whitespace: WhitespaceHandling = .preserved, limits: Limits = Limits(),
    key: EncryptionKey? = nil
  ) {
    sealing = key.map { Sealing($0) }
    self.whitespace = whitespace
    self.limits = limits
    self.form = form
    self.firstForm = firstForm ?? form
    coder = MessageCoder(template, limits: limits)
    scanner = RowScanner(as: .ndjson, blockByteCount: Self.blockByteCount, limits: limits)
  }

  /// Takes text that has arrived, in pieces that may be cut anywhere.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  public mutating func append(_ bytes: [UInt8]) { scanner.append(bytes) }

  /// Says that no more text will arrive.
  public mutating func finish() {
    isComplete = true
    scanner.finish()
  }

  /// Returns the next messages, or `nil` where more input is needed, or after ``finish()`` where all
  /// were returned.
  ///
  /// - Throws: ``HuskError`` with the place of what is no JSON, or where two texts stand on one line.
  /// - Complexity: O(*n*) for *n* bytes.
  public mutating func next() throws(HuskError) -> [UInt8]? {
    if let failure { throw failure }
    do throws(HuskError) {
      if let block = try scanner.next() { return try encode(block.rows) }
      guard isComplete, !isDone else { return nil }
      isDone = true
      return try encodeLast()
    } catch {
      failure = error
      throw error
    }
  }

  private mutating func encode(_ block: borrowing RowBlock) throws(HuskError) -> [UInt8] {
    let source = block.bytes.source
    var output: [UInt8] = []
    var offset = 0
    var index = 0
    var count = 0
    while index < block.tape.count {
      let start = block.tape[index].offset
      try encodePending(until: start, offset, source, to: &output)
      let next = Tokenizer.end(of: index, on: block.tape)
      let last = block.tape[next - 1]
      let end = last.offset + (last.isScalar ? last.extent : 1)
      // What is left of the whitespace before the text belongs to it.
      source.append(ByteRange(offset: lead, count: end - lead), to: &pending)
      hasPending = true
      offset = end
      index = next
      count += 1
    }
    source.append(ByteRange(offset: offset, count: source.count - offset), to: &pending)
    progress.count(count, inputByteCount: source.count, output)
    return output
  }

  /// Where the text in hand starts in its block.
  private var lead = 0

  /// Encodes the text before the one that starts at an offset of a block, which goes on up to the
  /// end of its line.
  private mutating func encodePending(
    until start: Int, _ offset: Int, _ source: ByteSource, to output: inout [UInt8]
  ) throws(HuskError) {
    lead = offset
    guard hasPending else { return }
    // The line may have ended in the block before.
    let end = pending.lastIndex(of: ASCII.lineFeed)
    if let end, pending[end...].allSatisfy(ASCII.isWhitespace) {
      let first = firstLineEnd(end)
      let rest = Array(pending[(first + 1)...])
      pending.removeLast(pending.count - first)
      try encodeMessage(to: &output)
      pending = rest
      return
    }
    guard let end = (offset..<start).first(where: { source[$0] == ASCII.lineFeed }) else {
      throw HuskError(
        .extraText, at: progress.inputByteCount + start,
        "a second text starts on a line; as messages, each needs lines of its own")
    }
    source.append(ByteRange(offset: offset, count: end - offset), to: &pending)
    try encodeMessage(to: &output)
    lead = end + 1
  }

  /// The first line end in the whitespace at the end of ``pending``, of which one is known.
  private func firstLineEnd(_ known: Int) -> Int {
    var first = known
    var index = known
    while index > 0, ASCII.isWhitespace(pending[index - 1]) {
      index -= 1
      if pending[index] == ASCII.lineFeed { first = index }
    }
    return first
  }

  private mutating func encodeMessage(to output: inout [UInt8]) throws(HuskError) {
    var text = pending
    if whitespace == .minified {
      text = try Minifier.minify(pending, limits)
      // The line end behind a text belongs to the sequence.
      if text.last == ASCII.lineFeed { text.removeLast() }
    }
    let message = try Husk.seal(
      try coder.encode(text, as: hasMessage ? form : firstForm), sealing)
    hasMessage = true
    Varint.append(message.count, to: &output)
    output += message
    pending.removeAll(keepingCapacity: true)
  }

  /// Encodes the last text, and says where no line end follows it.
  private mutating func encodeLast() throws(HuskError) -> [UInt8]? {
    guard hasPending else {
      guard whitespace == .minified || pending.isEmpty else {
        // There is no message for it to stand in.
        throw HuskError(
          .emptyInput, at: pending.count, "the input holds no JSON text, but whitespace")
      }
      return nil
    }
    var output: [UInt8] = []
    let space = pending.reversed().prefix(while: ASCII.isWhitespace)
    let endsLine =
      whitespace == .minified ? space.contains(ASCII.lineFeed) : space.first == ASCII.lineFeed
    if endsLine { pending.removeLast() }
    try encodeMessage(to: &output)
    if !endsLine { output.append(0) }
    progress.outputByteCount += output.count
    return output
  }
}
