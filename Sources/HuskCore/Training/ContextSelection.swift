// SPDX-License-Identifier: Apache-2.0

/// Finds for each slot the other one that tells most about it.
struct ContextSelection {
  /// A slot that occurs less often gets no context.
  private static let leastCount = 16
  /// How many slots are looked at, of those met last before.
  private static let reach = 48
  /// So many occurrences are looked at.
  private static let sampleCount = 6000

  private let logarithms = BinaryLogarithm.table(below: 1 << 16)
  /// The parent of each slot, or -1.
  private(set) var parents: [Int]

  /// Pairs of what the other slot holds and the symbol, for one candidate.
  private typealias Pairs = [UInt64]

  /// Looks for parents.
  ///
  /// - Complexity: O(*n*) for *n* records, for each candidate.
  init(_ records: borrowing TrainingRecords, _ entries: EntrySelection, slotCount: Int) {
    parents = Array(repeating: -1, count: slotCount)
    var pairs = [[Int32: Pairs]](repeating: [:], count: slotCount)
    var own = [[UInt32]](repeating: [], count: slotCount)
    let areVaried = (0..<slotCount).map { slot in
      let others = entries.distinct[slot].counts.count > entries.listed[slot].count
      return entries.listed[slot].count + (others ? 1 : 0) > 1
        && records.ofSlot[slot].count >= Self.leastCount
    }
    var met = [UInt32](repeating: 0, count: slotCount)
    // Slots in the order in which they were met last, the last one at the end.
    var recent: [Int32] = []
    var message: Int32 = -1
    for record in records.slots.indices {
      if records.messages[record] != message {
        message = records.messages[record]
        for slot in recent { met[Int(slot)] = 0 }
        recent.removeAll(keepingCapacity: true)
      }
      let slot = Int(records.slots[record])
      let symbol = UInt32(entries.symbol(record, at: slot))
      guard areVaried[slot] else { continue }
      if own[slot].count < Self.sampleCount {
        own[slot].append(symbol)
        for other in recent.suffix(Self.reach) {
          pairs[slot][other, default: []].append(UInt64(met[Int(other)]) << 32 | UInt64(symbol))
        }
      }
      if let place = recent.lastIndex(of: Int32(slot)) { recent.remove(at: place) }
      recent.append(Int32(slot))
      met[slot] = symbol + 1
    }
    for slot in 0..<slotCount where own[slot].count >= Self.leastCount {
      parents[slot] = choose(own[slot], pairs[slot], entries.listed[slot].count + 1)
    }
  }

  private func choose(_ own: [UInt32], _ pairs: [Int32: Pairs], _ symbolCount: Int) -> Int {
    let alone = bits(own.map { UInt64($0) }, symbolCount)
    var best = alone - alone / 32 - 64 * 4096
    var parent = -1
    for other in pairs.keys.sorted() {
      guard let candidate = pairs[other], candidate.count * 100 >= own.count * 98 else { continue }
      let cost = bits(candidate, symbolCount)
      if cost < best {
        best = cost
        parent = Int(other)
      }
    }
    return parent
  }

  /// What symbols come to, in 4096ths of a bit, when each is written by what came before with the same
  /// upper half, and by what came before at all.
  private func bits(_ pairs: Pairs, _ symbolCount: Int) -> Int {
    var pairTable = IntegerTable()
    var keyTable = IntegerTable()
    var pairCounts: [Int] = []
    var keyCounts: [Int] = []
    var counts = [Int](repeating: 0, count: symbolCount)
    var sum = 0
    for (index, pair) in pairs.enumerated() {
      let symbol = Int(pair & 0xFFFF_FFFF)
      let place = pairTable.insert(Int64(bitPattern: pair))
      if place == pairCounts.count {
        pairCounts.append(0)
        // What is seen for the first time has to be told in the table.
        sum += 12 << 12
      }
      let key = keyTable.insert(Int64(pair >> 32))
      if key == keyCounts.count { keyCounts.append(0) }
      // The share of the symbol at all, in 256.
      let share = (counts[symbol] * symbolCount + 1) * 256 / ((index + 1) * symbolCount)
      let weight = pairCounts[place] * 256 + max(share, 1)
      sum += logarithm((keyCounts[key] + 1) * 256) - logarithm(weight)
      pairCounts[place] += 1
      keyCounts[key] += 1
      counts[symbol] += 1
    }
    return sum
  }

  private func logarithm(_ value: Int) -> Int {
    value < logarithms.count ? Int(logarithms[value]) : BinaryLogarithm.of(value)
  }

  /// The contexts of a slot with a parent.
  ///
  /// - Complexity: O(*n*) for *n* records of all slots.
  static func contexts(
    _ records: borrowing TrainingRecords, _ entries: EntrySelection, parents: [Int], minCount: Int
  ) -> [[SymbolTable.Context]] {
    var counts = [[UInt64: Int]](repeating: [:], count: parents.count)
    var met = [UInt32](repeating: 0, count: parents.count)
    var message: Int32 = -1
    for record in records.slots.indices {
      if records.messages[record] != message {
        message = records.messages[record]
        for slot in met.indices { met[slot] = 0 }
      }
      let slot = Int(records.slots[record])
      let symbol = UInt32(entries.symbol(record, at: slot))
      if parents[slot] >= 0 {
        counts[slot][UInt64(met[parents[slot]]) << 32 | UInt64(symbol), default: 0] += 1
      }
      met[slot] = symbol + 1
    }
    return counts.map { contexts(from: $0, minCount: minCount) }
  }

  private static func contexts(
    from counts: [UInt64: Int], minCount: Int
  ) -> [SymbolTable.Context] {
    var contexts: [SymbolTable.Context] = []
    for pair in counts.keys.sorted() {
      let key = Int(pair >> 32)
      if contexts.last?.key != key {
        contexts.append(SymbolTable.Context(key: key, escape: 0, symbols: [], frequencies: []))
      }
      let last = contexts.count - 1
      contexts[last].symbols.append(Int(pair & 0xFFFF_FFFF))
      contexts[last].frequencies.append(counts[pair] ?? 0)
    }
    contexts.removeAll { $0.frequencies.reduce(0, +) < minCount }
    return contexts.map { context in
      var context = context
      // What was seen once may as well have been something else.
      let once = context.frequencies.count { $0 == 1 }
      let scaled = Frequencies.scaled(context.frequencies + [max(once, 1)])
      context.frequencies = Array(scaled.dropLast())
      context.escape = scaled[scaled.count - 1]
      return context
    }
  }
}
