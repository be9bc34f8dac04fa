// SPDX-License-Identifier: Apache-2.0

/// The tables of all slots, laid out for coding (SPEC §13.5 Symbols).
struct SymbolCoder: ~Copyable {
  /// Where the table of a slot stands.
  private struct Table: BitwiseCopyable {
    /// Where its cumulative frequencies start; there is one more than symbols with the escape.
    var first: Int32 = 0
    /// The number of symbols without the escape.
    var count: Int32 = 0
    /// The slot that selects contexts, or -1.
    var parent: Int32 = -1
    /// Where its contexts start, which ascend by their keys.
    var firstContext: Int32 = 0
    /// The number of its contexts.
    var contextCount: Int32 = 0
  }

  /// Where the frequencies of a context stand.
  private struct Context: BitwiseCopyable {
    var key: Int32
    var firstSymbol: Int32
    var first: Int32
    var count: Int32
  }

  private var tables = Buffer<Table>()
  private var contexts = Buffer<Context>()
  private var symbols = Buffer<Int32>()
  private var sums = Buffer<Int32>()
  /// The symbol met last at each slot plus one, or 0.
  private var met: Buffer<Int32>

  /// Lays out the tables of slots.
  init(_ slots: [SlotModel]) {
    met = Buffer(repeating: 0, count: slots.count)
    for slot in slots {
      let model = slot.symbols
      var table = Table()
      table.first = Int32(sums.count)
      table.count = Int32(model.escape)
      Self.append(model.frequencies, to: &sums)
      if let parent = model.parent {
        table.parent = Int32(parent)
        table.firstContext = Int32(contexts.count)
        table.contextCount = Int32(model.contexts.count)
        for context in model.contexts {
          contexts.append(
            Context(
              key: Int32(context.key), firstSymbol: Int32(symbols.count),
              first: Int32(sums.count), count: Int32(context.symbols.count)))
          for symbol in context.symbols { symbols.append(Int32(symbol)) }
          Self.append(context.frequencies + [context.escape], to: &sums)
        }
      }
      tables.append(table)
    }
  }

  private static func append(_ frequencies: [Int], to sums: inout Buffer<Int32>) {
    var sum: Int32 = 0
    sums.append(0)
    for frequency in frequencies {
      sum += Int32(frequency)
      sums.append(sum)
    }
  }

  /// Forgets the symbols that were met.
  mutating func forget() {
    for slot in 0..<met.count { met[slot] = 0 }
  }

  /// Takes note of a symbol that was coded in another way.
  mutating func note(_ symbol: Int, at slot: Int) {
    met[slot] = Int32(truncatingIfNeeded: symbol &+ 1)
  }

  /// Writes the symbol of a slot, which is the number of symbols where it is the escape.
  mutating func encode(_ symbol: Int, at slot: Int, to encoder: inout RangeEncoder) {
    let table = tables[slot]
    defer { met[slot] = Int32(truncatingIfNeeded: symbol &+ 1) }
    if let context = context(of: table) {
      let count = Int(context.count)
      var place = count
      var lower = 0
      // The symbols of a context ascend.
      while lower < place {
        let middle = (lower &+ place) &>> 1
        if Int(symbols[Int(context.firstSymbol) &+ middle]) < symbol {
          lower = middle &+ 1
        } else {
          place = middle
        }
      }
      let isKnown = place < count && Int(symbols[Int(context.firstSymbol) &+ place]) == symbol
      encode(isKnown ? place : count, Int(context.first), count, to: &encoder)
      if isKnown { return }
    }
    encode(symbol, Int(table.first), Int(table.count), to: &encoder)
  }

  private func encode(_ place: Int, _ first: Int, _ count: Int, to encoder: inout RangeEncoder) {
    // The escape alone is no choice.
    guard count > 0 else { return }
    let start = Int(sums[first &+ place])
    encoder.encode(
      start: start, frequency: Int(sums[first &+ place &+ 1]) &- start,
      of: Int(sums[first &+ count &+ 1]))
  }

  /// Reads the symbol of a slot.
  mutating func decode(at slot: Int, from decoder: inout RangeDecoder) -> Int {
    let table = tables[slot]
    let symbol = decode(table, from: &decoder)
    met[slot] = Int32(truncatingIfNeeded: symbol &+ 1)
    return symbol
  }

  private func decode(_ table: Table, from decoder: inout RangeDecoder) -> Int {
    if let context = context(of: table) {
      let place = decode(Int(context.first), Int(context.count), from: &decoder)
      if place < Int(context.count) { return Int(symbols[Int(context.firstSymbol) &+ place]) }
    }
    return decode(Int(table.first), Int(table.count), from: &decoder)
  }

  private func decode(_ first: Int, _ count: Int, from decoder: inout RangeDecoder) -> Int {
    guard count > 0 else { return 0 }
    let target = decoder.target(of: Int(sums[first &+ count &+ 1]))
    var lower = 0
    var upper = count
    while lower < upper {
      let middle = (lower &+ upper) &>> 1
      if Int(sums[first &+ middle &+ 1]) <= target { lower = middle &+ 1 } else { upper = middle }
    }
    let start = Int(sums[first &+ lower])
    decoder.take(start: start, frequency: Int(sums[first &+ lower &+ 1]) &- start)
    return lower
  }

  @inline(__always) private func context(of table: Table) -> Context? {
    guard table.parent >= 0 else { return nil }
    let key = met[Int(table.parent)]
    var lower = Int(table.firstContext)
    let end = lower &+ Int(table.contextCount)
    var upper = end
    while lower < upper {
      let middle = (lower &+ upper) &>> 1
      if contexts[middle].key < key { lower = middle &+ 1 } else { upper = middle }
    }
    guard lower < end, contexts[lower].key == key else { return nil }
    return contexts[lower]
  }
}
