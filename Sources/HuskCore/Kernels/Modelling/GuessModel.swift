// SPDX-License-Identifier: Apache-2.0

/// Finds the byte that is likely next, and how likely it is (SPEC §16.10 Guesses).
///
/// Where it is very likely, one bit says that it comes and stands for all of its bits. That is most
/// of what takes time in a text that repeats itself.
@safe struct GuessModel: ~Copyable {
  /// A guess is coded where its probability in 65,536 is higher.
  static let threshold: Int32 = 64_000

  private static let situationCount = 2048
  private static let lessonCount = 5

  /// Where the byte stands that came last behind the same start of a value, with what its source was
  /// and without.
  private var exactPlaces: Buffer<Int32>
  private var places: Buffer<Int32>
  private let shift: UInt32
  private let lessonShift: UInt32
  private let lessons: UnsafeMutablePointer<UInt32>
  private let weights: UnsafeMutablePointer<Int32>
  // What belongs to the guess in hand.
  private let lessonPlaces: UnsafeMutablePointer<Int>
  private let values: UnsafeMutablePointer<Int32>
  private var set = 0
  // What is put back by ``rollBack()``.
  private var exactLog = ChangeLog<Int32>()
  private var placeLog = ChangeLog<Int32>()
  private var lessonLog = ChangeLog<UInt32>()
  private var kept: KeptTable<Int32>?
  private(set) var probability: Int32 = 0

  init(memory: Int) {
    let bits = min(memory - 6, 18)
    exactPlaces = Buffer(repeating: 0, count: 1 << bits)
    places = Buffer(repeating: 0, count: 1 << bits)
    shift = UInt32(32 - bits)
    let lessonBits = min(memory - 6, 14)
    lessonShift = UInt32(32 - lessonBits)
    unsafe lessons = .allocateFilled(Self.situationCount + 4 << lessonBits, 3 << 30)
    unsafe weights = .allocateFilled(64 * Self.lessonCount, 19_661)
    unsafe lessonPlaces = .allocateFilled(Self.lessonCount, 0)
    unsafe values = .allocateFilled(Self.lessonCount, 0)
  }

  deinit {
    unsafe lessons.deallocate()
    unsafe weights.deallocate()
    unsafe lessonPlaces.deallocate()
    unsafe values.deallocate()
  }

  /// Where the byte stands that came behind the start of a value before, or 0; takes note that the
  /// next one stands at `end`.
  @inline(__always) mutating func find(
    _ start: UInt32, _ exact: UInt32, end: Int
  ) -> (place: Int, isExact: Bool) {
    let exactBucket = Int(exact &>> shift)
    let bucket = Int(start &>> shift)
    let exactPlace = Int(exactPlaces[exactBucket])
    let place = exactPlace > 0 ? exactPlace : Int(places[bucket])
    if exactLog.isOpen {
      exactLog.note(exactBucket, exactPlaces[exactBucket])
      placeLog.note(bucket, places[bucket])
    }
    exactPlaces[exactBucket] = Int32(truncatingIfNeeded: end)
    places[bucket] = Int32(truncatingIfNeeded: end)
    return (place, exactPlace > 0)
  }

  /// Tells how likely a guess is.
  ///
  /// `contexts` are four hashes, with the guess in each; `situation` is below 2048.
  @inline(__always) mutating func predict<Coder: BitCoder>(
    _ contexts: (UInt32, UInt32, UInt32, UInt32), _ situation: Int,
    _ mixing: borrowing MixingModel<Coder>
  ) {
    let first = Self.situationCount
    let count = 1 &<< Int(32 &- lessonShift)
    unsafe lessonPlaces[0] = situation
    unsafe lessonPlaces[1] = first &+ 0 &* count &+ Int(contexts.0 &>> lessonShift)
    unsafe lessonPlaces[2] = first &+ 1 &* count &+ Int(contexts.1 &>> lessonShift)
    unsafe lessonPlaces[3] = first &+ 2 &* count &+ Int(contexts.2 &>> lessonShift)
    unsafe lessonPlaces[4] = first &+ 3 &* count &+ Int(contexts.3 &>> lessonShift)
    set = (situation & 63) &* Self.lessonCount
    var sum: Int64 = 0
    var index = 0
    while index < Self.lessonCount {
      let value = unsafe Int32(mixing.stretched[Int(lessons[lessonPlaces[index]] &>> 20)])
      unsafe values[index] = value
      unsafe sum &+= Int64(value) &* Int64(weights[set &+ index])
      index &+= 1
    }
    let mixed = Int(max(-3071, min(3071, sum &>> 16)))
    unsafe probability = Int32(mixing.squashed[mixed &+ 3072])
  }

  /// Learns whether the guess was right, 1 or 0.
  @inline(__always) mutating func learn<Coder: BitCoder>(
    _ bit: Int, _ mixing: borrowing MixingModel<Coder>
  ) {
    let error = Int64(Int32(truncatingIfNeeded: bit &<< 16) &- probability)
    var index = 0
    while index < Self.lessonCount {
      let value = unsafe Int64(values[index])
      // By its place: the thread sanitizer of Swift 6.3 cannot see an element change through the struct.
      let weight = unsafe weights + (set &+ index)
      unsafe weight.pointee &+= Int32(truncatingIfNeeded: (value &* error &+ 8192) &>> 14)
      if lessonLog.isOpen {
        unsafe lessonLog.note(lessonPlaces[index], lessons[lessonPlaces[index]])
      }
      unsafe mixing.learn(lessons + lessonPlaces[index], bit)
      index &+= 1
    }
  }

  // MARK: - Rolling back

  private static var weightCount: Int { 64 * lessonCount }

  /// Keeps what is known, so that ``rollBack()`` comes back to it.
  mutating func keep() {
    unsafe kept = KeptTable(weights, count: Self.weightCount)
    exactLog.isOpen = true
    placeLog.isOpen = true
    lessonLog.isOpen = true
  }

  /// Forgets what was learnt since ``keep()``.
  mutating func rollBack() {
    unsafe kept?.restore(weights)
    exactLog.undo { exactPlaces[$0] = $1 }
    placeLog.undo { places[$0] = $1 }
    let lessons = unsafe self.lessons
    lessonLog.undo { unsafe lessons[$0] = $1 }
  }
}
