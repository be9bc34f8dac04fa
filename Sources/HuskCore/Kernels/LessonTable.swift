// SPDX-License-Identifier: Apache-2.0

/// Probabilities that bits are 1, each with how often it was learnt (SPEC §13.8 Text model), that go back to
/// what they were.
///
/// A message changes few of many; sixteen that stand together are kept as one before the first of them
/// changes, so what is kept is never more than the table.
struct LessonTable: ~Copyable {
  private typealias Line = SIMD16<UInt32>

  private var isKept = false
  /// For each a probability of 22 bits above a count of 10.
  private var lessons = Buffer<UInt32>()
  /// What all lessons said at ``keep(_:)``, in the logistic domain: half the memory, and less to do.
  private var said = Buffer<Int16>()
  /// The places of the lessons that were learnt before that, each once.
  private var learnt = Buffer<Int32>()
  // Lines that have changed since, and what they were.
  private var keptLines = Buffer<Int32>()
  private var keptLessons = Buffer<Line>()
  /// For each line a bit that says whether it need not be kept: it is already, or nothing is.
  private var settled = Buffer<UInt64>()
  private let divisions = Self.divisions

  private static let unlearnt: UInt32 = 1 << 31
  /// How often a lesson is learnt at most, as far as it counts.
  private static let maxCount: UInt32 = 1000

  /// For each count what to multiply a number with to divide it by 2 × count + 3, behind which 36 bits are dropped.
  ///
  /// Exact for numbers below 2^23: a factor is too large by less than 1, so a product by less than 2^23, and that times a
  /// divisor, below 2^11, does not reach 2^36.
  private static let divisions: [UInt64] = (0...UInt64(maxCount)).map { count in
    (1 << 36) / (2 * count + 3) + 1
  }

  /// The number of lessons.
  var count: Int { lessons.count }

  /// Makes lessons of which none was learnt, in an empty table.
  mutating func make(_ count: Int) {
    let lineCount = (count + 15) / 16
    lessons.append(repeating: Self.unlearnt, count: 16 * lineCount)
    settled.append(repeating: isKept ? 0 : .max, count: (lineCount + 63) / 64)
    if isKept { said.append(repeating: 0, count: lessons.count) }
  }

  /// Notes what to go back to.
  ///
  /// - Complexity: O(*n*) for *n* lessons that were learnt; the tables have one size.
  mutating func keep(_ logistic: LogisticTables) {
    isKept = true
    for index in 0..<settled.count { settled[index] = 0 }
    said.append(repeating: 0, count: lessons.count)
    // Most lessons were never learnt, and say nothing.
    while learnt.count > 0 {
      let lesson = Int(learnt.removeLast())
      said[lesson] = Int16(logistic.stretch(probability(lesson)))
    }
  }

  /// Goes back to what was kept.
  ///
  /// - Complexity: O(*n*) for *n* lessons that were changed.
  mutating func forget() {
    while keptLines.count > 0 {
      let line = Int(keptLines.removeLast())
      let values = keptLessons.removeLast()
      unsafe lessons.withMutableBase { base in
        unsafe UnsafeMutableRawPointer(base + line &* 16).storeBytes(of: values, as: Line.self)
      }
      settled[line &>> 6] &= ~(1 &<< UInt64(line & 63))
    }
  }

  /// Keeps a lesson, and those that share a line with it, before it changes.
  @inline(__always) mutating func willChange(_ lesson: Int) {
    let line = lesson &>> 4
    let bit: UInt64 = 1 &<< UInt64(line & 63)
    if settled[line &>> 6] & bit == 0 { keep(line) }
  }

  @inline(never) private mutating func keep(_ line: Int) {
    settled[line &>> 6] |= 1 &<< UInt64(line & 63)
    let values = unsafe lessons.withBase { base in
      unsafe UnsafeRawPointer(base + line &* 16).loadUnaligned(as: Line.self)
    }
    keptLines.append(Int32(truncatingIfNeeded: line))
    keptLessons.append(values)
  }

  /// What a lesson that has not changed since ``keep(_:)`` says, in the logistic domain.
  @inline(__always) func kept(_ lesson: Int) -> Int { Int(said[lesson]) }

  /// The probability in 4096 that a bit is 1; a half where nothing was learnt.
  @inline(__always) func probability(_ lesson: Int) -> Int { Int(lessons[lesson] &>> 20) }

  /// Moves a probability towards a bit, the less the more was learnt.
  @inline(__always) mutating func learn(_ lesson: Int, _ bit: Int) {
    let value = lessons[lesson]
    let count = value & 0x3FF
    let probability = value &>> 10
    if !isKept, count == 0 { learnt.append(Int32(truncatingIfNeeded: lesson)) }
    let ones = 0 &- UInt32(truncatingIfNeeded: bit)
    // How far it is from the bit: from 1, what its complement says.
    let distance = probability ^ (ones &>> 10)
    let product = UInt64(distance &<< 1) &* divisions[Int(count)]
    let step = UInt32(truncatingIfNeeded: product &>> 36)
    let next = bit == 1 ? probability &+ step : probability &- step
    lessons[lesson] = next &<< 10 | (count < Self.maxCount ? count &+ 1 : count)
  }
}
