// SPDX-License-Identifier: Apache-2.0

/// Tells which message a part of the messages stands in, which are on a line each.
struct MessageLines {
  /// Where each message starts.
  private var starts = [0]

  /// Looks for the lines.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  init(_ source: ByteSource) {
    for offset in 0..<source.count where source[offset] == ASCII.lineFeed {
      starts.append(offset + 1)
    }
  }

  /// Whether some ranges stand in so many messages or more.
  ///
  /// - Complexity: O(*n* log *m*) for *n* ranges and *m* messages.
  func hold(_ ranges: some Sequence<ByteRange>, inMany count: Int) -> Bool {
    var messages: Set<Int> = []
    for range in ranges {
      messages.insert(message(at: range.offset))
      if messages.count >= count { return true }
    }
    return false
  }

  private func message(at offset: Int) -> Int {
    var lower = 0
    var upper = starts.count
    while lower < upper {
      let middle = (lower + upper) / 2
      if starts[middle] <= offset { lower = middle + 1 } else { upper = middle }
    }
    return lower
  }
}
