// SPDX-License-Identifier: Apache-2.0

/// Lexemes by number, one behind the other, so that to write one counts no references.
///
/// Methods are inlined, since a call would copy the list.
struct LexemeList: ~Copyable {
  private let bytes: PaddedBytes
  private var ranges = Buffer<ByteRange>()

  /// Lays out lexemes.
  init(_ lexemes: [[UInt8]]) {
    bytes = PaddedBytes(Array(lexemes.joined()))
    var offset = 0
    for lexeme in lexemes {
      ranges.append(ByteRange(offset: offset, count: lexeme.count))
      offset += lexeme.count
    }
  }

  /// Lays out lexemes, of which some stand in the list several times: `numbers` says which come, in order.
  init(_ lexemes: [[UInt8]], numbers: [Int]) {
    self.init(lexemes)
    var all = Buffer<ByteRange>()
    for number in numbers { all.append(ranges[number]) }
    ranges = all
  }

  /// The number of lexemes.
  var count: Int { ranges.count }

  /// What the lexemes stand in.
  @inline(__always) var source: ByteSource { bytes.source }

  /// Where a lexeme stands in ``source``.
  @inline(__always) subscript(number: Int) -> ByteRange { ranges[number] }
}
