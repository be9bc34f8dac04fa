// SPDX-License-Identifier: Apache-2.0

/// The entries and heads of all slots: by number, and their numbers.
///
/// Methods are inlined, since a call would copy the index.
struct EntryIndex: ~Copyable {
  private struct Slot: BitwiseCopyable {
    var firstEntry: Int
    var entryCount: Int
    var firstHead: Int
    var headCount: Int
  }

  /// A slot has more heads than that in ``headNumbers``.
  private static let fewHeads = 8

  private var slots = Buffer<Slot>()
  private let list: LexemeList
  private var heads = Buffer<UInt64>()
  private var lexemes: SliceTable
  /// Pairs of a slot and the number of a lexeme, and the symbol of each.
  private var pairs = IntegerTable()
  private var symbols = Buffer<Int32>()
  private var headNumbers: [[UInt64: Int]]

  /// Lays out the entries and heads of slots.
  ///
  /// - Complexity: O(*n*) for *n* bytes of entries.
  init(_ models: [SlotModel]) {
    list = LexemeList(models.flatMap { $0.entries.map(\.bytes) })
    lexemes = SliceTable(list.source)
    headNumbers = models.map { model in
      guard model.heads.count > Self.fewHeads else { return [:] }
      return Dictionary(
        zip(model.heads, model.heads.indices), uniquingKeysWith: { first, _ in first })
    }
    var entry = 0
    for (slot, model) in models.enumerated() {
      slots.append(
        Slot(
          firstEntry: entry, entryCount: model.entries.count, firstHead: heads.count,
          headCount: model.heads.count))
      for head in model.heads { heads.append(head) }
      for symbol in model.entries.indices {
        let lexeme = lexemes.insert(list[entry])
        entry += 1
        // Of equal entries the first counts.
        if pairs.insert(Self.pair(slot, lexeme)) == symbols.count { symbols.append(Int32(symbol)) }
      }
    }
  }

  @inline(__always) private static func pair(_ slot: Int, _ lexeme: Int) -> Int64 {
    Int64(slot) << 32 | Int64(lexeme)
  }

  /// What entries stand in.
  @inline(__always) var source: ByteSource { list.source }

  /// The number of entries of all slots.
  var count: Int { list.count }

  /// The number of entries of a slot.
  @inline(__always) func count(at slot: Int) -> Int { slots[slot].entryCount }

  /// The number of an entry of a slot among those of all.
  @inline(__always) func number(of entry: Int, at slot: Int) -> Int {
    slots[slot].firstEntry &+ entry
  }

  /// Where an entry of a slot stands in ``source``.
  @inline(__always) func range(of entry: Int, at slot: Int) -> ByteRange {
    list[number(of: entry, at: slot)]
  }

  /// The number of heads of a slot.
  @inline(__always) func headCount(at slot: Int) -> Int { slots[slot].headCount }

  /// A head of a slot.
  @inline(__always) func head(_ number: Int, at slot: Int) -> UInt64 {
    heads[slots[slot].firstHead &+ number]
  }

  /// The number of the entry at a slot with the bytes of a range, or `nil`.
  @inline(__always)
  func symbol(of range: ByteRange, in source: ByteSource, at slot: Int) -> Int? {
    guard slots[slot].entryCount > 0, let lexeme = lexemes.find(range, in: source),
      let pair = pairs.find(Self.pair(slot, lexeme))
    else { return nil }
    return Int(symbols[pair])
  }

  /// The number of a head at a slot, or `nil`.
  @inline(__always) func symbol(of head: UInt64, at slot: Int) -> Int? {
    let (first, count) = (slots[slot].firstHead, slots[slot].headCount)
    guard count <= Self.fewHeads else { return headNumbers[slot][head] }
    for number in 0..<count where heads[first &+ number] == head { return number }
    return nil
  }
}
