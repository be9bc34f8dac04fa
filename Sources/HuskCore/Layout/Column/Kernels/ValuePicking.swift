// SPDX-License-Identifier: Apache-2.0

/// How many bytes values may still have that are picked from a column, and those that are passed or taken there for
/// it, with one more for each.
struct PickLimits {
  var picked: Int
  var passed: Int
}

extension ScratchPool {
  /// A column of values that are picked from another one, as a text (SPEC §8.6.6 Derived values).
  ///
  /// - Parameters:
  ///   - steps: How many values each is behind the one before it, and the first behind the first.
  ///   - source: The other column, of which no value was taken.
  ///   - count: The number of values.
  ///   - derivation: What strings are made of them, or `nil` where they stay as they are.
  ///   - limits: How many bytes there may be.
  /// - Returns: The column and the bytes that it comes to, or `nil` where a value is none that can be picked, or there
  ///   are too many bytes.
  /// - Complexity: O(*n*) for *n* values and bytes, those that are passed included.
  mutating func picked(
    _ steps: IntegerView, from source: ColumnCursor, count: Int, _ derivation: TextDerivation?,
    limits: PickLimits
  ) -> (column: ColumnCursor, byteCount: Int, passedByteCount: Int)? {
    let around = derivation.map { derivation in
      unsafe ValuePicking.Around(
        prefix: copy(derivation.prefix), prefixCount: derivation.prefix.count,
        suffix: copy(derivation.suffix), suffixCount: derivation.suffix.count,
        front: derivation.front, back: derivation.back)
    }
    // A value has its quotes when it is written.
    let most = min(limits.picked + limits.passed + 2, Int(UInt32.max))
    let slack = Self.longestLexeme(of: source) + 64
    var room = min(most, Self.firstRoom)
    let mark = mark
    while true {
      let start = unsafe UnsafeMutableRawPointer(allocate(room + slack, of: UInt8.self))
      var picking = unsafe ValuePicking(copy(source), around, start, upTo: start + room, limits)
      let fault = picking.pick(IntegerWalk(steps, count), count)
      if fault == .full, room < most {
        takeBack(to: mark)
        room = min(most, 4 * room)
        continue
      }
      guard fault == .none else { return nil }
      let view = unsafe ByteView(start, count: picking.byteCount)
      return (text(view, count: count), picking.byteCount, picking.passedByteCount)
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
  /// Where the next value is written, and how many bytes the last one has.
  private var out: UnsafeMutableRawPointer
  private var lastCount = 0
  private let limits: PickLimits
  /// The bytes of the values of the other column that were passed or taken, with one more for each.
  private(set) var passedByteCount = 0

  /// Prepares to write at `start`; behind `limit` there must be room as ``ValueWriting`` says.
  @unsafe fileprivate init(
    _ source: ColumnCursor, _ around: Around?, _ start: UnsafeMutableRawPointer,
    upTo limit: UnsafeMutableRawPointer, _ limits: PickLimits
  ) {
    self.source = source
    self.around = around
    unsafe self.start = unsafe start
    unsafe self.limit = unsafe limit
    unsafe out = unsafe start
    self.limits = limits
  }

  /// The bytes that were written: those of the values, with one more for each.
  var byteCount: Int { unsafe out - start }

  /// Writes the values that `steps` lead to.
  fileprivate mutating func pick(_ steps: IntegerWalk, _ count: Int) -> RowFault {
    var steps = steps
    var isFirst = true
    for _ in 0..<count {
      guard let step = steps.next(), step >= 0 else { return .invalidValue }
      let fault = step == 0 && !isFirst ? repeatLast() : advance(step, isFirst: isFirst)
      guard fault == .none else { return fault }
      isFirst = false
      guard byteCount <= limits.picked else { return .invalidValue }
    }
    return .none
  }

  private mutating func repeatLast() -> RowFault {
    guard unsafe limit - out >= lastCount else { return .full }
    unsafe ByteCopying.copy(out - lastCount, out, lastCount)
    unsafe out += lastCount
    return .none
  }

  /// Takes the value so many behind the last one, or the first.
  private mutating func advance(_ step: Int64, isFirst: Bool) -> RowFault {
    for _ in 0..<(isFirst ? step : step - 1) {
      let written = write()
      guard written.fault == .none else { return written.fault }
    }
    let written = write()
    return written.fault == .none ? unsafe shape(upTo: written.out) : written.fault
  }

  /// Writes the next value of the other column, where the next one that is picked is to be.
  private mutating func write() -> Written {
    let written = unsafe withUnsafeMutablePointer(to: &source) {
      unsafe ValueWriting.any($0, out, limit)
    }
    guard written.fault == .none else {
      return unsafe Written(out, written.fault == .full ? .full : .invalidValue)
    }
    let count = unsafe written.out - out
    let isString = unsafe count > 0 && out.load(as: UInt8.self) == ASCII.quote
    passedByteCount += isString ? count - 1 : count + 1
    return unsafe passedByteCount <= limits.passed ? written : Written(out, .invalidValue)
  }

  /// Makes the value that was written the next of the text.
  private mutating func shape(upTo end: UnsafeMutableRawPointer) -> RowFault {
    // A text may call nothing at all a number.
    guard unsafe end > out else { return finish(0, TextTerminator.scalar) }
    let first = unsafe out.load(as: UInt8.self)
    let isString = first == ASCII.quote
    // No number starts with a letter: literals stay what they are.
    guard let around, first < ASCII.lowerF else {
      let content = unsafe isString ? out + 1 : out
      let count = unsafe end - content - (isString ? 1 : 0)
      if isString { unsafe out.copyMemory(from: content, byteCount: count) }
      return finish(count, isString ? TextTerminator.string : TextTerminator.scalar)
    }
    let content = unsafe (isString ? out + 1 : out) + around.front
    let kept = unsafe end - content - (isString ? 1 : 0) - around.back
    guard kept >= 0 else { return .invalidValue }
    let count = around.prefixCount + kept + around.suffixCount
    guard unsafe limit - out > count else { return .full }
    unsafe (out + around.prefixCount).copyMemory(from: content, byteCount: kept)
    unsafe out.copyMemory(from: around.prefix, byteCount: around.prefixCount)
    unsafe (out + around.prefixCount + kept)
      .copyMemory(from: around.suffix, byteCount: around.suffixCount)
    return finish(count, TextTerminator.string)
  }

  /// Ends a value of so many bytes; a byte below space among them would end it before.
  private mutating func finish(_ count: Int, _ terminator: UInt8) -> RowFault {
    unsafe out.storeBytes(of: terminator, toByteOffset: count, as: UInt8.self)
    guard unsafe ValueWriting.textCount(out) == count else { return .invalidValue }
    lastCount = count + 1
    unsafe out += lastCount
    return .none
  }
}
