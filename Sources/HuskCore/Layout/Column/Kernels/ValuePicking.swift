// SPDX-License-Identifier: Apache-2.0

/// How many bytes values may still have that are picked from a column, and those that are passed or taken there for
/// it, with one more for each; and how many of these there may be.
struct PickLimits {
  var picked: Int
  var passed: Int
  var entries: Int
}

/// What came of picking values.
struct PickedColumn {
  /// The values as a text.
  let column: ColumnCursor
  /// What they come to, with one more for each.
  let byteCount: Int
  /// What the values of the other column come to, up to the last one that was taken, and how many those are.
  let passedByteCount: Int
  let entryCount: Int
}

extension ScratchPool {
  /// A column of values that are picked from another one (SPEC §8.6.6 Derived values).
  ///
  /// - Parameters:
  ///   - steps: How many values each is behind the one before it, and the first behind the first.
  ///   - source: The other column, of which no value was taken.
  ///   - count: The number of values.
  ///   - derivation: What strings are made of them, or `nil` where they stay as they are.
  ///   - limits: How many bytes there may be.
  /// - Returns: The column, or `nil` where a value is none that can be picked, or there are too many bytes.
  /// - Complexity: O(*n*) for *n* values and bytes, those that are passed included.
  mutating func picked(
    _ steps: IntegerView, from source: ColumnCursor, count: Int, _ derivation: TextDerivation?,
    limits: PickLimits
  ) -> PickedColumn? {
    let around = derivation.map { derivation in
      unsafe ValuePicking.Around(
        prefix: copy(derivation.prefix), prefixCount: derivation.prefix.count,
        suffix: copy(derivation.suffix), suffixCount: derivation.suffix.count,
        front: derivation.front, back: derivation.back)
    }
    let slack = Self.longestLexeme(of: source) + 64
    // There may be many columns of a few values.
    var room = min(Self.firstRoom, 16 * (count + 4))
    var (passedRoom, entryRoom) = (Self.firstRoom, Self.firstRoom / 8)
    let mark = mark
    while true {
      let start = unsafe UnsafeMutableRawPointer(allocate(room + 64, of: UInt8.self))
      let behind = self.mark
      let passed = unsafe UnsafeMutableRawPointer(allocate(passedRoom + slack, of: UInt8.self))
      let table = unsafe allocate(entryRoom, of: ColumnCursor.Entry.self)
      var picking = unsafe ValuePicking(
        copy(source), around, start, upTo: start + room, passed, passedRoom: passedRoom, table,
        entryRoom: entryRoom, limits)
      let fault = picking.pick(IntegerWalk(steps, count), count)
      if fault == .full {
        takeBack(to: mark)
        // Each of them grows only where it is too small, and no more than is allowed becomes of any.
        if picking.needsRoom { room *= 4 }
        if picking.needsPassedRoom { passedRoom *= 4 }
        if picking.needsEntryRoom { entryRoom *= 4 }
        continue
      }
      guard fault == .none else { return nil }
      takeBack(to: behind)
      let view = unsafe ByteView(start, count: picking.byteCount)
      return PickedColumn(
        column: text(view, count: count), byteCount: picking.byteCount,
        passedByteCount: picking.passedByteCount, entryCount: picking.entryCount)
    }
  }
}

/// Picks values from a column, and writes them as a text.
@safe struct ValuePicking {
  /// What is made of each value.
  @safe struct Around {
    var prefix: UnsafePointer<UInt8>
    var prefixCount: Int
    var suffix: UnsafePointer<UInt8>
    var suffixCount: Int
    /// How many bytes are left out.
    var front: Int
    var back: Int
  }

  private var source: ColumnCursor
  private let around: Around?
  private let start: UnsafeMutableRawPointer
  private let limit: UnsafeMutableRawPointer
  /// Where the next value is written.
  private var out: UnsafeMutableRawPointer
  /// Where the values of the other column are written, which can be taken again, and where each stands.
  private let passed: UnsafeMutableRawPointer
  private let passedRoom: Int
  private let table: UnsafeMutablePointer<ColumnCursor.Entry>
  private let entryRoom: Int
  private var nextOffset = 0
  private let limits: PickLimits
  /// The bytes of the values of the other column that were passed or taken, with one more for each.
  private(set) var passedByteCount = 0
  /// How many of them there are.
  private(set) var entryCount = 0
  /// What there was no room for.
  private(set) var (needsRoom, needsPassedRoom, needsEntryRoom) = (false, false, false)

  /// Prepares to write; behind the room for the values of the other column there must be more as ``ValueWriting`` says.
  @unsafe fileprivate init(
    _ source: ColumnCursor, _ around: Around?, _ start: UnsafeMutableRawPointer,
    upTo limit: UnsafeMutableRawPointer, _ passed: UnsafeMutableRawPointer, passedRoom: Int,
    _ table: UnsafeMutablePointer<ColumnCursor.Entry>, entryRoom: Int, _ limits: PickLimits
  ) {
    self.source = source
    self.around = around
    unsafe self.start = unsafe start
    unsafe self.limit = unsafe limit
    unsafe out = unsafe start
    unsafe self.passed = unsafe passed
    self.passedRoom = passedRoom
    unsafe self.table = unsafe table
    self.entryRoom = entryRoom
    self.limits = limits
  }

  /// The bytes that were written: those of the values, with one more for each.
  var byteCount: Int { unsafe out - start }

  /// Writes the values that `steps` lead to.
  fileprivate mutating func pick(_ steps: IntegerWalk, _ count: Int) -> RowFault {
    var steps = steps
    var place: Int64 = 0
    for _ in 0..<count {
      guard let step = steps.next() else { return .invalidValue }
      let (next, hasOverflown) = place.addingReportingOverflow(step)
      guard !hasOverflown, next >= 0 else { return .invalidValue }
      place = next
      while place >= entryCount {
        let fault = passNext()
        guard fault == .none else { return fault }
      }
      let entry = unsafe table[Int(truncatingIfNeeded: place)]
      let fault = unsafe shape(passed + Int(entry.offset), entry.count)
      guard fault == .none else { return fault }
      guard byteCount <= limits.picked else { return .invalidValue }
    }
    return .none
  }

  /// Writes the next value of the other column, where it can be taken any number of times.
  private mutating func passNext() -> RowFault {
    guard entryCount < limits.entries else { return .invalidValue }
    guard entryCount < entryRoom else {
      needsEntryRoom = true
      return .full
    }
    let target = unsafe passed + nextOffset
    let limit = unsafe passed + passedRoom
    let written = unsafe withUnsafeMutablePointer(to: &source) {
      unsafe ValueWriting.any($0, target, limit)
    }
    if written.fault == .full {
      // Its quotes are not counted, nor is a byte for each where it is a number.
      guard passedRoom <= limits.passed + entryCount + 2 else { return .invalidValue }
      needsPassedRoom = true
      return .full
    }
    guard written.fault == .none else { return .invalidValue }
    let count = unsafe written.out - target
    let isString = unsafe count > 0 && target.load(as: UInt8.self) == ASCII.quote
    passedByteCount += isString ? count - 1 : count + 1
    guard passedByteCount <= limits.passed, nextOffset <= Int(UInt32.max), count < 1 << 31 else {
      return .invalidValue
    }
    unsafe table[entryCount] = ColumnCursor.Entry(
      offset: UInt32(truncatingIfNeeded: nextOffset), word: UInt32(truncatingIfNeeded: count))
    entryCount += 1
    nextOffset += count
    return .none
  }

  /// Makes a value of one of the other column, and appends it to the text.
  private mutating func shape(_ lexeme: UnsafeMutableRawPointer, _ count: Int) -> RowFault {
    // A text may call nothing at all a number.
    let first = unsafe count > 0 ? lexeme.load(as: UInt8.self) : ASCII.lowerF
    let quote = first == ASCII.quote ? 1 : 0
    let content = unsafe lexeme + quote
    // No number starts with a letter: literals stay what they are.
    guard let around, first < ASCII.lowerF else {
      let kept = count - 2 * quote
      guard hasRoom(for: kept) else { return .full }
      unsafe out.copyMemory(from: content, byteCount: kept)
      return finish(kept, quote == 1 ? TextTerminator.string : TextTerminator.scalar)
    }
    let kept = count - 2 * quote - around.front - around.back
    guard kept >= 0 else { return .invalidValue }
    let whole = around.prefixCount + kept + around.suffixCount
    guard hasRoom(for: whole) else { return .full }
    unsafe out.copyMemory(from: around.prefix, byteCount: around.prefixCount)
    unsafe (out + around.prefixCount).copyMemory(from: content + around.front, byteCount: kept)
    unsafe (out + around.prefixCount + kept)
      .copyMemory(from: around.suffix, byteCount: around.suffixCount)
    return finish(whole, TextTerminator.string)
  }

  /// Whether there is room for a value of so many bytes and the byte that ends it.
  private mutating func hasRoom(for count: Int) -> Bool {
    if unsafe limit - out > count { return true }
    needsRoom = true
    return false
  }

  /// Ends a value of so many bytes; a byte below space among them would end it before.
  private mutating func finish(_ count: Int, _ terminator: UInt8) -> RowFault {
    unsafe out.storeBytes(of: terminator, toByteOffset: count, as: UInt8.self)
    guard unsafe ValueWriting.textCount(out) == count else { return .invalidValue }
    unsafe out += count + 1
    return .none
  }
}
