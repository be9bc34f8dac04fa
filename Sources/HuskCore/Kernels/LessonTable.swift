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
  /// For each line a bit that says whether it is kept already.
  private var keptBits = Buffer<UInt64>()
  /// For each count its ``division(_:)``.
  private var divisions = Buffer<UInt64>()

  private static let unlearnt: UInt32 = 1 << 31
  /// How often a lesson is learnt at most, as far as it counts.
  private static let maxCount: UInt32 = 1000

  /// What to multiply a number with to divide it by 2 × count + 3, behind which 36 bits are dropped.
  ///
  /// Exact for numbers below 2^23: a factor is too large by less than 1, so a product by less than 2^23, and that times a
  /// divisor, below 2^11, does not reach 2^36.
  private static func division(_ count: UInt32) -> UInt64 {
    (1 << 36) / UInt64(2 * count + 3) + 1
  }

  /// The number of lessons.
  var count: Int { lessons.count }

  /// Makes lessons of which none was learnt, in an empty table.
  mutating func make(_ count: Int) {
    let lineCount = (count + 15) / 16
    lessons.append(repeating: Self.unlearnt, count: 16 * lineCount)
    keptBits.append(repeating: 0, count: (lineCount + 63) / 64)
    if isKept { said.append(repeating: 0, count: lessons.count) }
    for count in 0...Self.maxCount { divisions.append(Self.division(count)) }
  }

  /// Notes what to go back to.
  ///
  /// - Complexity: O(*n*) for *n* lessons that were learnt; the tables have one size.
  mutating func keep(_ logistic: LogisticTables) {
    isKept = true
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
      keptBits[line &>> 6] &= ~(1 &<< UInt64(line & 63))
    }
  }

  /// Notes a lesson before it is learnt: in a message to go back, with those that share a line with it, and else to
  /// look at it in ``keep(_:)``.
  @inline(__always) mutating func willLearn(_ lesson: Int, inMessage: Bool) {
    if inMessage {
      let line = lesson &>> 4
      if keptBits[line &>> 6] & 1 &<< UInt64(line & 63) == 0 { keep(line) }
    } else if lessons[lesson] == Self.unlearnt {
      learnt.append(Int32(truncatingIfNeeded: lesson))
    }
  }

  @inline(never) private mutating func keep(_ line: Int) {
    keptBits[line &>> 6] |= 1 &<< UInt64(line & 63)
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
    let ones = 0 &- UInt32(truncatingIfNeeded: bit)
    // How far it is from the bit: from 1, what its complement says.
    let distance = probability ^ (ones &>> 10)
    let product = UInt64(distance &<< 1) &* divisions[Int(count)]
    let step = UInt32(truncatingIfNeeded: product &>> 36)
    let next = probability &+ ((step ^ ~ones) &- ~ones)
    lessons[lesson] = next &<< 10 | (count < Self.maxCount ? count &+ 1 : count)
  }
}
