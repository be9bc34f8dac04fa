// SPDX-License-Identifier: Apache-2.0

public import HuskCore

/// Seals each message of a sequence with the active key of a keyring (SPEC §13.10 Sequences of
/// messages).
///
/// No template is needed, for nothing is decoded. Memory is needed for one message.
public struct MessageStreamResealer: ~Copyable, StreamCoder {
  private let sealing: Sealing
  private let options: DecodeOptions
  private var messages: MessageSequence
  private var failure: HuskError?

  /// How far the stream has got; its rows are messages.
  public private(set) var progress = StreamProgress()

  /// Creates a resealer, or nothing where the keyring has no active key.
  public init?(_ keys: Keyring, limits: Limits = Limits()) {
    guard let key = keys.active else { return nil }
    sealing = Sealing(key)
    options = DecodeOptions(limits: limits, keys: keys, requiresSeal: true)
    messages = MessageSequence(limits: limits)
  }

  /// Takes bytes that have arrived, in pieces that may be cut anywhere.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  public mutating func append(_ bytes: [UInt8]) { messages.append(bytes) }

  /// Says that no more bytes will arrive.
  public mutating func finish() { messages.finish() }

  /// Returns the next message, or `nil` where more input is needed, or after ``finish()`` where all
  /// were returned.
  ///
  /// - Throws: ``HuskError`` about the first message that cannot be sealed again.
  /// - Complexity: O(*n*) for *n* bytes of the message.
  public mutating func next() throws(HuskError) -> [UInt8]? {
    if let failure { throw failure }
    do throws(HuskError) {
      guard let message = try messages.next() else { return nil }
      let sealed = message.isEmpty ? [] : try Husk.reseal(message, sealing, options)
      var output: [UInt8] = []
      Varint.append(sealed.count, to: &output)
      output += sealed
      progress.inputByteCount = messages.byteCount
      progress.outputByteCount += output.count
      if !message.isEmpty { progress.rowCount += 1 }
      return output
    } catch {
      failure = error
      throw error
    }
  }
}
