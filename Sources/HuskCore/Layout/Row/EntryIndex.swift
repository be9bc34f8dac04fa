// SPDX-License-Identifier: Apache-2.0

/// Finds the numbers of entries and heads of slots.
struct EntryIndex: ~Copyable {
  /// A slot has more heads than that in ``headNumbers``.
  private static let fewHeads = 8

  private let bytes: PaddedBytes
  private var lexemes: SliceTable
  /// Pairs of a slot and the number of a lexeme, and the symbol of each.
  private var pairs = IntegerTable()
  private var symbols = Buffer<Int32>()
  private let heads: [[UInt64]]
  private var headNumbers: [[UInt64: Int]]

  /// Lays out the entries and heads of slots.
  ///
  /// - Complexity: O(*n*) for *n* bytes of entries.
  init(_ slots: [SlotModel]) {
    bytes = PaddedBytes(slots.flatMap { $0.entries.flatMap(\.bytes) })
    lexemes = SliceTable(bytes.source)
    heads = slots.map(\.heads)
    headNumbers = heads.map { heads in
      guard heads.count > Self.fewHeads else { return [:] }
      return Dictionary(zip(heads, heads.indices), uniquingKeysWith: { first, _ in first })
    }
    var offset = 0
    for (slot, model) in slots.enumerated() {
      for (symbol, entry) in model.entries.enumerated() {
        let lexeme = lexemes.insert(ByteRange(offset: offset, count: entry.bytes.count))
        offset += entry.bytes.count
        // Of equal entries the first counts.
        if pairs.insert(Self.pair(slot, lexeme)) == symbols.count { symbols.append(Int32(symbol)) }
      }
    }
  }

  private static func pair(_ slot: Int, _ lexeme: Int) -> Int64 {
    Int64(slot) << 32 | Int64(lexeme)
  }

  /// The number of the entry at a slot with the bytes of a range, or `nil`.
  ///
  /// It is inlined, since a call would copy the whole index.
  @inline(__always)
  func symbol(of range: ByteRange, in source: ByteSource, at slot: Int) -> Int? {
    guard let lexeme = lexemes.find(range, in: source),
      let pair = pairs.find(Self.pair(slot, lexeme))
    else { return nil }
    return Int(symbols[pair])
  }

  /// The number of a head at a slot, or `nil`.
  @inline(__always) func symbol(of head: UInt64, at slot: Int) -> Int? {
    let few = heads[slot]
    return few.count > Self.fewHeads ? headNumbers[slot][head] : few.firstIndex(of: head)
  }
}
