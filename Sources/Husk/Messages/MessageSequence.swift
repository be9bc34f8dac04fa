// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// Separates the messages of a sequence that arrives piece by piece (SPEC §13.10 Sequences of
/// messages).
struct MessageSequence {
  private let limits: Limits
  private var input: [UInt8] = []
  private var offset = 0
  private var isComplete = false
  private var isAtEnd = false
  private var hasMessage = false

  /// The number of bytes of the messages so far.
  private(set) var byteCount = 0

  /// Creates a sequence of which nothing has arrived.
  init(limits: Limits) {
    self.limits = limits
  }

  /// Takes bytes that have arrived.
  mutating func append(_ bytes: [UInt8]) {
    input.removeFirst(offset)
    offset = 0
    input += bytes
  }

  /// Says that no more bytes will arrive.
  mutating func finish() { isComplete = true }

  /// Returns the next message, or `nil` where it is not there whole or all were returned; one of no
  /// bytes says that no line end is behind the last text.
  ///
  /// - Throws: ``HuskError`` with the offset in the input.
  mutating func next() throws(HuskError) -> [UInt8]? {
    guard offset < input.count else { return nil }
    guard !isAtEnd else {
      throw HuskError(.extraValue, at: byteCount, "bytes follow the last message")
    }
    guard let message = try read() else {
      guard isComplete else { return nil }
      throw HuskError(.truncated, at: byteCount, "the last message is cut off")
    }
    if message.isEmpty {
      guard hasMessage else {
        throw HuskError(.truncated, at: byteCount, "a message has no bytes")
      }
      isAtEnd = true
    }
    hasMessage = true
    return message
  }

  private mutating func read() throws(HuskError) -> [UInt8]? {
    let bytes = input
    let rest = bytes.span.extracting(offset..<input.count)
    var reader = ByteReader(rest)
    guard rest.count >= 10 || isComplete || endsVarint(rest) else { return nil }
    let count = try reader.readVarint()
    guard count <= UInt64(limits.frameByteCount) else {
      throw HuskError(
        .limitExceeded, at: byteCount,
        "more than the limit of \(limits.frameByteCount) bytes of a message")
    }
    guard reader.remaining >= Int(count) else { return nil }
    let message = try reader.readBytes(Int(count))
    offset += reader.offset
    byteCount += reader.offset
    return message
  }

  private func endsVarint(_ bytes: Span<UInt8>) -> Bool {
    for index in bytes.indices where bytes[index] < 0x80 { return true }
    return false
  }
}
