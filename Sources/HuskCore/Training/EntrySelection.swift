// SPDX-License-Identifier: Apache-2.0

/// Chooses the heads and scalars that a template lists.
struct EntrySelection {
  /// What stands at a slot, each once.
  struct Distinct {
    /// The words that were noted, of the first occurrence.
    var words: [UInt64] = []
    /// How often each occurs, and in how many messages.
    var counts: [Int] = []
    var supports: [Int] = []
    /// Whether each is a misfit.
    var misfitCount = 0
  }

  /// The most entries of a slot.
  private static let most = 8192

  /// For each record the number of what stands there among that of its slot, or -1 for a misfit.
  private(set) var numbers: [Int32]
  private(set) var distinct: [Distinct]
  /// For each slot the symbol of each distinct value, or -1 where it is not listed.
  private(set) var symbols: [[Int32]] = []
  /// For each slot the distinct values that are listed, in the order of their symbols.
  private(set) var listed: [[Int]] = []

  /// Counts what stands at each slot.
  ///
  /// - Complexity: O(*n*) for *n* bytes of values, on average.
  init(_ records: borrowing TrainingRecords, slotCount: Int) {
    numbers = Array(repeating: -1, count: records.slots.count)
    distinct = Array(repeating: Distinct(), count: slotCount)
    for slot in 0..<slotCount {
      var lexemes = SliceTable(records.source)
      var heads: [UInt64: Int] = [:]
      var values = Distinct()
      var lastMessages: [Int32] = []
      for record in records.ofSlot[slot] {
        let index = Int(record)
        let word = records.words[index]
        let number: Int
        switch records.kinds[index] {
        case .misfit:
          values.misfitCount += 1
          continue
        case .scalar: number = lexemes.insert(Token(word: word).range)
        case .head:
          number = heads[word] ?? heads.count
          heads[word] = number
        }
        if number == values.words.count {
          values.words.append(word)
          values.counts.append(0)
          values.supports.append(0)
          lastMessages.append(-1)
        }
        values.counts[number] += 1
        if lastMessages[number] != records.messages[index] {
          lastMessages[number] = records.messages[index]
          values.supports[number] += 1
        }
        numbers[index] = Int32(number)
      }
      distinct[slot] = values
    }
  }

  /// Lists what stands in many messages, as far as the budget goes: what saves most first.
  ///
  /// - Parameters:
  ///   - plan: The template.
  ///   - areKept: For each slot, whether its values may be listed.
  ///   - minSupport: In how many messages a value must stand.
  ///   - byteBudget: How many bytes the entries may have.
  mutating func choose(
    _ plan: TemplatePlan, _ areKept: [Bool], minSupport: Int, byteBudget: Int
  ) {
    struct Candidate {
      var slot: Int
      var number: Int
      var byteCount: Int
      var benefit: Int
    }
    var candidates: [Candidate] = []
    for (slot, values) in distinct.enumerated() {
      let isHead = plan.hasHead(slot)
      guard isHead || areKept[slot] else { continue }
      for number in values.words.indices where values.supports[number] >= minSupport {
        let byteCount = isHead ? 2 : Token(word: values.words[number]).extent
        candidates.append(
          Candidate(
            slot: slot, number: number, byteCount: byteCount + 4,
            benefit: values.counts[number] * (byteCount + 1) * 1024 / (byteCount + 4)))
      }
    }
    candidates.sort {
      ($1.benefit, $0.slot, $0.number) < ($0.benefit, $1.slot, $1.number)
    }
    var left = byteBudget
    var chosen = Array(repeating: [Int](), count: distinct.count)
    for candidate in candidates where chosen[candidate.slot].count < Self.most {
      guard left >= candidate.byteCount else { continue }
      left -= candidate.byteCount
      chosen[candidate.slot].append(candidate.number)
    }
    listed = chosen.enumerated().map { slot, numbers in
      numbers.sorted {
        (distinct[slot].counts[$1], $0) < (distinct[slot].counts[$0], $1)
      }
    }
    symbols = listed.enumerated().map { slot, numbers in
      var symbols = [Int32](repeating: -1, count: distinct[slot].words.count)
      for (symbol, number) in numbers.enumerated() { symbols[number] = Int32(symbol) }
      return symbols
    }
  }

  /// The symbol of a record at a slot: the number of entries where it is not listed.
  func symbol(_ record: Int, at slot: Int) -> Int {
    let number = numbers[record]
    guard number >= 0 else { return listed[slot].count }
    let symbol = symbols[slot][Int(number)]
    return symbol < 0 ? listed[slot].count : Int(symbol)
  }

  /// How often each symbol of a slot is expected, the escape last.
  ///
  /// Each value that is listed was once new, so the escape counts for half as many as there are.
  func frequencies(at slot: Int) -> [Int] {
    let values = distinct[slot]
    var frequencies = listed[slot].map { values.counts[$0] }
    let others = values.counts.reduce(0, +) - frequencies.reduce(0, +) + values.misfitCount
    frequencies.append(max(others + frequencies.count / 2, 1))
    return Frequencies.scaled(frequencies)
  }
}

/// Frequencies that fit a range coder.
enum Frequencies {
  private static let limit = 1 << 15

  /// Frequencies whose sum fits, none of them 0.
  static func scaled(_ frequencies: [Int]) -> [Int] {
    let total = frequencies.reduce(0, +)
    guard total > limit else { return frequencies.map { max($0, 1) } }
    let room = max(limit - frequencies.count, limit / 2)
    return frequencies.map { max($0 * room / total, 1) }
  }
}
