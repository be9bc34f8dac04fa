// SPDX-License-Identifier: Apache-2.0

/// The distinct lexemes of a column, and which of them stands in each row.
package struct DistinctLexemes {
  /// The token of each distinct lexeme where it stands first.
  package var firsts: [UInt64]
  /// The number of the lexeme in each row.
  package var indices: [Int64]
}

/// A hash table that numbers the distinct lexemes of one source in first-seen order.
///
/// Lexemes of at most 16 bytes are compared without a look at the text: two words hold all of
/// them. Hashes are seeded per process, so that crafted lexemes cannot be made to collide.
@safe package struct LexemeTable: ~Copyable {
  private static let seeds = (
    UInt64.random(in: .min ... .max), UInt64.random(in: .min ... .max)
  )

  /// A slot; `number` is one more than that of the lexeme, and zero where the slot is free.
  private struct Bucket {
    var head: UInt64 = 0
    var tail: UInt64 = 0
    var byteCount: UInt32 = 0
    var number: UInt32 = 0
  }

  private var source: ByteSource
  private let seeds: (UInt64, UInt64)
  private var slots: UnsafeMutablePointer<Bucket>
  private var slotCount = 128
  /// The token of each distinct lexeme where it stands first.
  package private(set) var firsts = Buffer<UInt64>()

  /// Creates an empty table for lexemes of `source`, which must outlive it.
  package init(_ source: ByteSource) {
    self.source = source
    seeds = Self.seeds
    unsafe slots = .allocate(capacity: slotCount)
    unsafe slots.initialize(repeating: Bucket(), count: slotCount)
  }

  deinit { unsafe slots.deallocate() }

  /// Appends the numbers of the lexemes of some tokens to `numbers`; their source is the same as that
  /// of all others, wherever it stands now.
  mutating func insert(
    _ tokens: borrowing Buffer<UInt64>, _ rows: Range<Int>, of source: ByteSource,
    to numbers: inout Buffer<Int64>
  ) {
    self.source = source
    numbers.reserve(rows.count)
    unsafe tokens.withBase { words in
      unsafe numbers.appendInPlace(rows.count) { target in
        let some = unsafe UnsafeBufferPointer(start: words + rows.lowerBound, count: rows.count)
        unsafe insert(some, target)
      }
    }
  }

  /// How many lexemes are touched before they are looked for: those that are far away come from memory at
  /// the same time.
  private static let touchedCount = 16

  /// Writes the numbers of the lexemes of some tokens to `target`.
  @unsafe mutating func insert(
    _ tokens: UnsafeBufferPointer<UInt64>, _ target: UnsafeMutablePointer<Int64>
  ) {
    var start = 0
    while start < tokens.count {
      let end = min(start &+ Self.touchedCount, tokens.count)
      var touched: UInt8 = 0
      for row in start..<end { touched |= unsafe source[Token(word: tokens[row]).offset] }
      precondition(touched != 0, "no lexeme starts with a zero")
      for row in start..<end {
        unsafe target[row] = Int64(truncatingIfNeeded: insert(Token(word: tokens[row])))
      }
      start = end
    }
  }

  /// How many of the lexemes that follow the first tell whether they are repetitions of those, and what part must be.
  private static let (laterCount, leastShare) = (64, 2)
  /// If so many were seen to repeat, some of all lexemes are counted to see how many distinct ones there are.
  private static let leastRepeated = 4
  /// So many times the distinct ones there must be lexemes.
  private static let leastRecurring = 8

  /// Whether lexemes recur in a column though hardly one of the first does, which were inserted: lists that come
  /// again and again, each of different lexemes, or any of many names.
  ///
  /// More are numbered here, so the table is of no use any more.
  @unsafe fileprivate mutating func recurs(
    in tokens: UnsafeBufferPointer<UInt64>, behind firstCount: Int
  ) -> Bool {
    let later = unsafe UnsafeBufferPointer(rebasing: tokens[firstCount...])
    let step = later.count / Self.laterCount
    guard step > 0 else { return false }
    let known = firsts.count
    for row in 0..<Self.laterCount { _ = unsafe insert(Token(word: later[row * step])) }
    let repeatedCount = Self.laterCount - (firsts.count - known)
    if repeatedCount * Self.leastShare >= Self.laterCount { return true }
    guard repeatedCount + firstCount - known >= Self.leastRepeated,
      tokens.count >= 2 * DistinctEstimate.sampleLimit
    else { return false }
    var counted = LexemeTable(source)
    let distinct = DistinctEstimate(of: tokens.count) { place in
      unsafe counted.insert(Token(word: tokens[place]))
    }
    return distinct.leastCount * Self.leastRecurring <= tokens.count
  }

  /// Returns the number of the lexeme of a token, giving it the next one where it is new.
  ///
  /// - Complexity: O(`token.extent`) on average.
  @inline(__always) private mutating func insert(_ token: Token) -> Int {
    let (head, tail) = words(token.range)
    let byteCount = UInt32(truncatingIfNeeded: token.extent)
    let mask = slotCount &- 1
    var slot = hash(head, tail, byteCount) & mask
    while true {
      let found = unsafe slots[slot]
      if found.number == 0 { break }
      if found.head == head, found.tail == tail, found.byteCount == byteCount,
        byteCount <= 16 || areEqual(token, Int(found.number &- 1))
      {
        return Int(found.number &- 1)
      }
      slot = (slot &+ 1) & mask
    }
    firsts.append(token.word)
    unsafe slots[slot] = Bucket(
      head: head, tail: tail, byteCount: byteCount,
      number: UInt32(truncatingIfNeeded: firsts.count))
    if _slowPath(firsts.count &* 2 > slotCount) { grow() }
    return firsts.count &- 1
  }

  /// Two words that say all of up to 16 bytes; of more, the first eight and a hash of the rest.
  @inline(__always) private func words(_ range: ByteRange) -> (head: UInt64, tail: UInt64) {
    if range.count < 8 {
      let unused = UInt64(8 &- range.count) &* 8
      return (range.count == 0 ? 0 : source.word(at: range.offset) &<< unused, 0)
    }
    let head = source.word(at: range.offset)
    var tail = source.word(at: range.end &- 8)
    if range.count > 16 {
      // Products that do not wait for each other; the last pair may overlap the one before.
      var offset = range.offset &+ 8
      var key = seeds.0
      while offset < range.end &- 8 {
        let second = min(offset &+ 8, range.end &- 8)
        tail ^= Self.mix(source.word(at: offset) ^ key, source.word(at: second) ^ seeds.1)
        key = key &+ 0x9E37_79B9_7F4A_7C15
        offset &+= 16
      }
    }
    return (head, tail)
  }

  @inline(never) private func areEqual(_ token: Token, _ number: Int) -> Bool {
    source.areEqual(token.range, Token(word: firsts[number]).range)
  }

  @inline(__always) private func hash(_ head: UInt64, _ tail: UInt64, _ byteCount: UInt32) -> Int {
    // Neither factor is known to whoever wrote the lexemes, so none can be made zero.
    Int(truncatingIfNeeded: Self.mix(head ^ seeds.0, tail ^ seeds.1 &+ UInt64(byteCount)))
  }

  @inline(__always) private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = left.multipliedFullWidth(by: right)
    return product.high ^ product.low
  }

  @inline(never) private mutating func grow() {
    let larger = slotCount * 4
    let moved = UnsafeMutablePointer<Bucket>.allocate(capacity: larger)
    unsafe moved.initialize(repeating: Bucket(), count: larger)
    for index in 0..<slotCount {
      let slot = unsafe slots[index]
      guard slot.number > 0 else { continue }
      var target = hash(slot.head, slot.tail, slot.byteCount) & (larger - 1)
      while unsafe moved[target].number > 0 { target = (target &+ 1) & (larger - 1) }
      unsafe moved[target] = slot
    }
    unsafe slots.deallocate()
    unsafe slots = moved
    slotCount = larger
  }
}

extension ByteSource {
  /// Numbers the distinct lexemes of a column; `nil` where less than a quarter are repetitions.
  ///
  /// - Parameters:
  ///   - tokens: Words of tokens of `self`.
  ///   - isHasty: Whether to give up early where hardly any of the first lexemes repeats, nor is most of what follows one of
  ///     them.
  /// - Returns: The numbers, or `nil`.
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package func numberDistinct(_ tokens: [UInt64], isHasty: Bool) -> DistinctLexemes? {
    var table = LexemeTable(self)
    let count = tokens.count
    var (isPointless, recursLater) = (false, false)
    let indices = unsafe [Int64](unsafeUninitializedCapacity: count) { target, initialized in
      var checkpoint = LexemeNumbering.firstCheckpoint
      unsafe tokens.withUnsafeBufferPointer { tokens in
        while initialized < count {
          let end = min(checkpoint, count)
          let some = unsafe UnsafeBufferPointer(rebasing: tokens[initialized..<end])
          unsafe table.insert(some, target.baseAddress.unsafelyUnwrapped + initialized)
          initialized = end
          guard end == checkpoint else { break }
          if isHasty, LexemeNumbering.isPointless(table.firsts.count, of: end) {
            isPointless = true
            recursLater = unsafe table.recurs(in: tokens, behind: end)
            break
          }
          checkpoint &*= 2
        }
      }
    }
    if recursLater { return numberDistinct(tokens, isHasty: false) }
    if isPointless || !LexemeNumbering.isWorthwhile(table.firsts.count, of: count) { return nil }
    return DistinctLexemes(firsts: table.firsts.array(), indices: indices)
  }
}

extension ByteSource {
  /// How many tokens are looked at together.
  private static let numberedCount = 1 << 12

  /// Puts numbers in place of the lexemes of a column, so that both are not in memory at the same time.
  ///
  /// - Parameters:
  ///   - tokens: Words of tokens of `self`, which are gone where there are numbers.
  ///   - limit: How many distinct lexemes there may be.
  /// - Returns: The numbers, or `nil` where there are more.
  /// - Complexity: O(*n*) for *n* bytes, on average.
  func takeNumbers(_ tokens: inout Buffer<UInt64>, most limit: Int) -> DistinctLexemes? {
    var table = LexemeTable(self)
    guard tokens.count > 0, mayNumber(tokens, most: limit, &table) else { return nil }
    let indices: [Int64] = unsafe tokens.takeArray { target, source, count in
      unsafe table.insert(UnsafeBufferPointer(start: source, count: count), target)
    }
    return DistinctLexemes(firsts: table.firsts.array(), indices: indices)
  }

  private func mayNumber(
    _ tokens: borrowing Buffer<UInt64>, most limit: Int, _ table: inout LexemeTable
  ) -> Bool {
    var start = 0
    var numbers = Buffer<Int64>()
    while start < tokens.count, table.firsts.count <= limit {
      let end = min(start + Self.numberedCount, tokens.count)
      numbers.removeAll()
      table.insert(tokens, start..<end, of: self, to: &numbers)
      start = end
    }
    return table.firsts.count <= limit
  }
}

/// Numbers the distinct lexemes of a column that comes piece by piece.
final class LexemeNumbering {
  /// After how many lexemes it is first seen whether that is pointless, as it is again whenever there
  /// are twice as many.
  fileprivate static let firstCheckpoint = 256

  /// What all lexemes are.
  let kind: Token.Kind
  private var table: LexemeTable
  private var checkpoint = firstCheckpoint

  /// Prepares for lexemes of one kind.
  init(_ source: ByteSource, _ kind: Token.Kind) {
    table = LexemeTable(source)
    self.kind = kind
  }

  /// The token of each distinct lexeme where it stands first.
  var firsts: [UInt64] { table.firsts.array() }

  /// Appends the numbers of lexemes from one on, and returns whether to go on.
  ///
  /// It is pointless where hardly any repeats, or one is of another kind.
  ///
  /// - Complexity: O(*n*) for *n* bytes, on average.
  func append(
    _ tokens: borrowing Buffer<UInt64>, from start: Int, of source: ByteSource,
    to numbers: inout Buffer<Int64>
  ) -> Bool {
    guard tokens.areAll(kind, from: start) else { return false }
    var row = start
    while row < tokens.count {
      let end = min(tokens.count, checkpoint)
      table.insert(tokens, row..<end, of: source, to: &numbers)
      row = end
      guard row == checkpoint else { break }
      if Self.isPointless(table.firsts.count, of: row) { return false }
      checkpoint *= 2
    }
    return true
  }

  /// Whether the lexemes repeat enough, now that there are `count`.
  func isWorthwhile(_ count: Int) -> Bool { Self.isWorthwhile(table.firsts.count, of: count) }

  /// Whether more than seven in eight are new.
  fileprivate static func isPointless(_ distinct: Int, of count: Int) -> Bool {
    distinct * 8 > count * 7
  }

  /// Whether a quarter are repetitions.
  fileprivate static func isWorthwhile(_ distinct: Int, of count: Int) -> Bool {
    distinct * 4 <= count * 3
  }
}
