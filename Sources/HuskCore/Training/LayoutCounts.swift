// SPDX-License-Identifier: Apache-2.0

/// How often whitespace is laid out in which way, in the messages that a template is learnt from.
struct LayoutCounts {
  private var counts: [[UInt8]: Int] = [:]
  private var messageCount = 0

  /// So many ways are told apart; others are rare then.
  private static let mostCounted = 4096
  /// The most that a table of them may hold.
  private static let mostListed = 32
  private static let mostBytes = 2048
  /// The frequencies of a table add up to about this.
  private static let total = 4096

  /// Counts a message.
  ///
  /// - Parameters:
  ///   - message: The message, which is a JSON text.
  ///   - minifiedByteCount: How many bytes it has without whitespace.
  ///   - tokenizer: What finds its tokens.
  /// - Throws: ``HuskError`` where it is not one JSON text.
  mutating func count(
    _ message: [UInt8], minifiedByteCount: Int, _ tokenizer: inout Tokenizer
  ) throws(HuskError) {
    messageCount += 1
    guard message.count > minifiedByteCount else {
      counts[[], default: 0] += 1
      return
    }
    let bytes = PaddedBytes(message)
    try tokenizer.tokenize(bytes, as: .json)
    let gaps = GapBytes.encode(GapScanner.scan(tokenizer.tape, bytes.source))
    if counts[gaps] != nil || counts.count < Self.mostCounted { counts[gaps, default: 0] += 1 }
  }

  /// The table of the ways that pay, of those that so many messages have.
  func table(minSupport: Int) -> LayoutTable {
    let ways = counts.filter { $0.value >= minSupport || $0.key.isEmpty }.sorted { left, right in
      left.value == right.value
        ? left.key.lexicographicallyPrecedes(right.key) : left.value > right.value
    }
    var table = LayoutTable(frequencies: [])
    var byteCount = 0
    var listedCount = 0
    for way in ways where byteCount + way.key.count <= Self.mostBytes {
      guard table.layouts.count < Self.mostListed else { break }
      byteCount += way.key.count
      listedCount += way.value
      table.layouts.append(way.key)
      table.frequencies.append(frequency(way.value))
    }
    table.frequencies.append(frequency(messageCount - listedCount + 1))
    return table
  }

  private func frequency(_ count: Int) -> Int {
    messageCount < Self.total ? count : max(1, count * Self.total / messageCount)
  }
}
