// SPDX-License-Identifier: Apache-2.0

public import HuskCore

/// Decodes what ``MessageStreamEncoder`` wrote.
///
/// Messages may need different templates: each is asked for once.
public struct MessageStreamDecoder: ~Copyable, StreamCoder {
  private let coders: MessageDecoder
  private let limits: Limits
  private var input: [UInt8] = []
  private var offset = 0
  private var isComplete = false
  /// Whether a text was returned whose line end is still owed.
  private var owesLineEnd = false
  private var isAtEnd = false
  private var failure: HuskError?

  /// How far the stream has got; its rows are messages.
  public private(set) var progress = StreamProgress()

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - decoder: What decodes single messages.
  ///   - limits: The limits in force.
  public init(_ decoder: MessageDecoder, limits: Limits = Limits()) {
    coders = decoder
    self.limits = limits
  }

  /// Takes encoded bytes that have arrived, in pieces that may be cut anywhere.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  public mutating func append(_ bytes: [UInt8]) {
    input.removeFirst(offset)
    offset = 0
    input += bytes
  }

  /// Says that no more bytes will arrive.
  public mutating func finish() { isComplete = true }

  /// Returns the texts of the next messages, or `nil` where more input is needed, or after
  /// ``finish()`` where all were returned.
  ///
  /// - Throws: ``HuskError`` about the first message that cannot be decoded, once those before it have
  ///   been returned.
  /// - Complexity: O(*n*) for *n* bytes of text.
  public mutating func next() throws(HuskError) -> [UInt8]? {
    if let failure { throw failure }
    var output: [UInt8] = []
    do throws(HuskError) {
      while try decodeNext(to: &output) {}
      if isComplete, offset < input.count {
        throw HuskError(.truncated, at: progress.inputByteCount, "the last message is cut off")
      }
      if isComplete, owesLineEnd {
        output.append(ASCII.lineFeed)
        owesLineEnd = false
      }
    } catch {
      failure = error
      if output.isEmpty { throw error }
    }
    progress.outputByteCount += output.count
    return output.isEmpty ? nil : output
  }

  /// Decodes one message; says `false` where it is not there whole.
  private mutating func decodeNext(to output: inout [UInt8]) throws(HuskError) -> Bool {
    guard offset < input.count else { return false }
    guard !isAtEnd else {
      throw HuskError(.extraValue, at: progress.inputByteCount, "bytes follow the last message")
    }
    let bytes = input
    let rest = bytes.span.extracting(offset..<input.count)
    var reader = ByteReader(rest)
    guard rest.count >= 10 || isComplete || endsVarint(rest) else { return false }
    let count = try reader.readVarint()
    guard count <= UInt64(limits.frameByteCount) else {
      throw HuskError(
        .limitExceeded, at: progress.inputByteCount,
        "more than the limit of \(limits.frameByteCount) bytes of a message")
    }
    guard reader.remaining >= Int(count) else { return false }
    let message = try reader.readBytes(Int(count))
    if count == 0 {
      // It says that the last line has no end.
      guard owesLineEnd else {
        throw HuskError(.truncated, at: progress.inputByteCount, "a message has no bytes")
      }
      isAtEnd = true
    } else {
      if owesLineEnd { output.append(ASCII.lineFeed) }
      output += try coders.decode(message)
      progress.rowCount += 1
    }
    owesLineEnd = count > 0
    offset += reader.offset
    progress.inputByteCount += reader.offset
    return true
  }

  private func endsVarint(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices where bytes[index] < 0x80 { return true }
    return false
  }
}
