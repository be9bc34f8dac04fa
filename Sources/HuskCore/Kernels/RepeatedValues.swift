// SPDX-License-Identifier: Apache-2.0

/// Which arrays and objects of a text start with what bytes, so that one that stood there before need not
/// be scanned again.
///
/// It is right about tokens that stay where they are on the tape. Whether the bytes are the same is for
/// whoever asks to compare.
@safe struct RepeatedValues: ~Copyable {
  /// What is known of an array or object.
  struct Note {
    /// Its index on the tape (32 bits), and bits of the hash of its first bytes (32).
    var word: UInt64
    /// The bytes of whitespace, and the commas and colons in it (32 bits each).
    var counts: UInt64

    /// Its index on the tape.
    @inline(__always) var index: Int { Int(truncatingIfNeeded: word &>> 32) }
  }

  /// The last one for each value of other bits of the hash, once there was one.
  private var notes: UnsafeMutablePointer<Note>?
  /// Whether anything is noted.
  private var isUsed = false
  /// Nothing is looked up before the tape has so many tokens.
  private(set) var firstCount = Self.leastCount
  /// How many more are looked up before it is judged whether that is worth its time.
  private var lookups = Self.lookupCount
  /// How many tokens were found since it was judged last.
  private var found = 0
  /// How many tokens were found in all, and in how many arrays and objects.
  private(set) var (foundCount, valueCount) = (0, 0)
  /// For how many tokens nothing is looked up the next time it is not.
  private var pause = Self.firstPause

  /// Shorter ones are scanned as fast as they are found.
  static let leastByteCount = 32
  /// Shorter texts are scanned before there is much to find.
  private static let leastCount = 512
  private static let lookupCount = 1 << 10
  /// To look up takes about as long as to scan a token.
  private static let leastFound = lookupCount
  private static let (firstPause, mostPause) = (1 << 13, 1 << 16)
  private static let slotBits: UInt64 = 12
  /// Arrays and objects of so many tokens are large.
  static let leastLargeCount = 32

  deinit { unsafe notes?.deallocateWhole() }

  /// Forgets all, as the tape does not go on as it was.
  mutating func forget() {
    guard isUsed else { return }
    isUsed = false
    unsafe notes?.update(repeating: Note(word: 0, counts: 0), count: 1 << Self.slotBits)
    firstCount = Self.leastCount
    lookups = Self.lookupCount
    found = 0
    (foundCount, valueCount) = (0, 0)
    pause = Self.firstPause
  }

  /// What is known of the last array or object that is likely to be the same as the one at an offset, where
  /// the tape has `count` tokens; `nil` where there is none.
  @inline(__always) mutating func find(
    _ count: Int, _ source: ByteSource, at offset: Int
  ) -> Note? {
    lookups &-= 1
    if _slowPath(lookups < 0) { judge(count) }
    guard isUsed, let notes = unsafe notes else { return nil }
    let hash = Self.hash(source, at: offset)
    let note = unsafe notes[Self.slot(hash)]
    guard (note.word ^ hash) & 0xFFFF_FFFF == 0, note.index < count else { return nil }
    return note
  }

  /// Takes note of what starts at an offset, which has ``leastByteCount`` bytes at least.
  @inline(__always) mutating func note(
    _ index: Int, _ counts: UInt64, _ source: ByteSource, at offset: Int
  ) {
    let notes = unsafe self.notes ?? makeNotes()
    isUsed = true
    let hash = Self.hash(source, at: offset)
    let word = UInt64(truncatingIfNeeded: index) &<< 32 | hash & 0xFFFF_FFFF
    unsafe notes[Self.slot(hash)] = Note(word: word, counts: counts)
  }

  /// Takes note that so many tokens need not be scanned.
  @inline(__always) mutating func save(_ count: Int) {
    found &+= count
    foundCount &+= count
    valueCount &+= 1
  }

  /// Takes note that so many bytes were compared in vain, which takes the time of a few more.
  @inline(__always) mutating func waste(_ byteCount: Int) { lookups &-= byteCount &>> 6 }

  /// A hash of those of the first bytes that differ most: many objects start with the same key.
  @inline(__always) private static func hash(_ source: ByteSource, at offset: Int) -> UInt64 {
    let first = source.word(at: offset &+ 8) &* 0x9E37_79B9_7F4A_7C15
    let second = (source.word(at: offset &+ 16) ^ (first &>> 29)) &* 0xBF58_476D_1CE4_E5B9
    let third = (source.word(at: offset &+ 24) ^ (second &>> 32)) &* 0x94D0_49BB_1331_11EB
    return third ^ third &>> 32
  }

  @inline(__always) private static func slot(_ hash: UInt64) -> Int {
    Int(truncatingIfNeeded: hash &>> (64 - slotBits))
  }

  @inline(never) private mutating func judge(_ count: Int) {
    if found < Self.leastFound {
      firstCount = count + pause
      pause = min(pause * 2, Self.mostPause)
    } else {
      pause = Self.firstPause
    }
    lookups = Self.lookupCount
    found = 0
  }

  @inline(never) @unsafe private mutating func makeNotes() -> UnsafeMutablePointer<Note> {
    let made = unsafe UnsafeMutablePointer<Note>.allocateWhole(capacity: 1 << Self.slotBits)
    unsafe made.update(repeating: Note(word: 0, counts: 0), count: 1 << Self.slotBits)
    unsafe notes = made
    return unsafe made
  }
}

extension TokenTape {
  /// Whether half of the tokens stand in arrays and objects that stood there before.
  var isMostlyRepeated: Bool { repeats.foundCount >= count / 2 && count > 0 }

  /// The same, where those are so large that columns take more for them than text does.
  var isMostlyLargeRepeats: Bool {
    isMostlyRepeated
      && repeats.foundCount >= RepeatedValues.leastLargeCount * repeats.valueCount
  }

  /// Whether ``appendRepeat(_:at:mostDepth:)`` may find anything.
  @inline(__always) var mayRepeat: Bool { count >= repeats.firstCount }

  /// Takes note of the array or object that the last token closes.
  ///
  /// - Parameters:
  ///   - open: The index of the token that opens it.
  ///   - end: The offset after it.
  ///   - source: The text.
  ///   - counts: The bytes of whitespace, and the commas and colons in it (32 bits each).
  @inline(__always) mutating func note(
    _ open: Int, end: Int, _ source: ByteSource, _ counts: () -> UInt64
  ) {
    guard mayRepeat else { return }
    let start = self[open].offset
    guard end &- start >= RepeatedValues.leastByteCount else { return }
    repeats.note(open, counts(), source, at: start)
  }

  /// Appends the tokens of the array or object at an offset, where the same one stood before in the text
  /// that the tape is of.
  ///
  /// - Parameters:
  ///   - source: The text.
  ///   - start: Where the value starts.
  ///   - mostDepth: How deep it may nest, itself included.
  /// - Returns: The offset after it, and the bytes of whitespace and the commas and colons in it (32 bits
  ///   each); `nil` where it has to be scanned.
  /// - Complexity: O(*n*) for *n* bytes that are the same as before.
  @inline(never) mutating func appendRepeat(
    _ source: ByteSource, at start: Int, mostDepth: Int
  ) -> (end: Int, counts: UInt64)? {
    guard let note = repeats.find(count, source, at: start) else { return nil }
    let token = self[note.index]
    let extent = token.extent
    let isContainer = token.kind == .openObject || token.kind == .openArray
    // One that is still open has no extent, and each level takes two tokens.
    guard isContainer, extent > 0, (extent &+ 1) / 2 <= mostDepth else { return nil }
    let byteCount = self[note.index &+ extent].offset &+ 1 &- token.offset
    guard byteCount <= source.count &- start else { return nil }
    let same = source.commonByteCount(token.offset, start, most: byteCount)
    guard same == byteCount else {
      repeats.waste(same)
      return nil
    }
    repeats.save(extent)
    appendAgain(from: note.index, count: extent &+ 1, by: start &- token.offset)
    return (start &+ byteCount, note.counts)
  }
}
