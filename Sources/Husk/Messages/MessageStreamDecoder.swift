// SPDX-License-Identifier: Apache-2.0

public import HuskCore

/// Decodes what ``MessageStreamEncoder`` wrote.
///
/// Messages may need different templates: each is asked for once.
public struct MessageStreamDecoder: ~Copyable, StreamCoder {
  private let coders: MessageDecoder
  private var messages: MessageSequence
  private var isComplete = false
  /// Whether a text was returned whose line end is still owed.
  private var owesLineEnd = false
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
    messages = MessageSequence(limits: limits)
  }

  /// Takes encoded bytes that have arrived, in pieces that may be cut anywhere.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  public mutating func append(_ bytes: [UInt8]) { messages.append(bytes) }

  /// Says that no more bytes will arrive.
  public mutating func finish() {
    isComplete = true
    messages.finish()
  }

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
      while let message = try messages.next() { try decode(message, to: &output) }
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

  /// Decodes one message, or notes that the last line has no end.
  private mutating func decode(
    _ message: [UInt8], to output: inout [UInt8]
  ) throws(HuskError) {
    if !message.isEmpty {
      if owesLineEnd { output.append(ASCII.lineFeed) }
      output += try coders.decode(message)
      progress.rowCount += 1
    }
    owesLineEnd = !message.isEmpty
    progress.inputByteCount = messages.byteCount
  }
}
