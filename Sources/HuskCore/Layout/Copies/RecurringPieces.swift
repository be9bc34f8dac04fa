// SPDX-License-Identifier: Apache-2.0

/// Finds pieces that stand in a text before, byte for byte (SPEC §8.8 Copies).
package struct RecurringPieces: ~Copyable {
  /// Shorter pieces are not looked for: columns of them may take less than a copy does.
  private static let leastByteCount = 48
  /// In how many places a piece is looked for.
  private static let mostProbeCount = 16
  private static let factor: UInt64 = 0x94D0_49BB_1331_11EB

  private let text: ByteSource
  /// Where pieces start, and where the last one ends.
  private var starts = Buffer<UInt32>()
  /// Other bits of the hash of a piece in the upper half, its number, counted from 1, in the lower one, or 0;
  /// by the hash, or behind that.
  private var notes: Buffer<UInt64>
  private let slotBits: Int

  /// A text that is made from less of it.
  package struct Result {
    /// What is kept.
    package var kept: [UInt8]
    /// Where what is not is copied from.
    package var copies: RowCopies
  }

  /// Finds the pieces that a text holds more than once.
  ///
  /// The separator must not overlap itself (``overlapsItself(_:)``): where pieces are left out between two
  /// others, it would stand where no piece started.
  ///
  /// - Returns: What is kept, and the copies; `nil` where there are too many pieces for a block.
  /// - Complexity: O(*n*) for *n* bytes, on average.
  package static func find(_ text: ByteSource, separator: [UInt8]) -> Result? {
    guard var finder = RecurringPieces(text, separator) else { return nil }
    return finder.result(separator)
  }

  /// Whether a separator can start within itself, as `aa` and `a,a` can.
  ///
  /// - Complexity: O(*n*²) for *n* bytes.
  package static func overlapsItself(_ separator: [UInt8]) -> Bool {
    separator.indices.dropFirst().contains { separator.starts(with: separator[$0...]) }
  }

  private init?(_ text: ByteSource, _ separator: [UInt8]) {
    self.text = text
    let mostCount = RowCopies.mostPieceCount(text.count)
    var offset = 0
    while offset < text.count {
      guard starts.count < mostCount else { return nil }
      starts.append(UInt32(offset))
      offset = text.offset(of: separator, from: offset + 1)
    }
    starts.append(UInt32(text.count))
    // Half of them stay free.
    slotBits = max(Int.bitWidth - (2 * starts.count).leadingZeroBitCount, 4)
    notes = Buffer(repeating: 0, count: 1 << slotBits)
  }

  private var pieceCount: Int { starts.count - 1 }

  private mutating func result(_ separator: [UInt8]) -> Result {
    var result = Result(kept: [], copies: RowCopies(separator: separator))
    // What is not written to costs nothing.
    result.kept.reserveCapacity(text.count)
    var (newStart, piece, distance) = (0, 0, 0)
    while piece < pieceCount {
      let noted = note(piece)
      // Rows of a table that follows an older one of itself stand as far behind it as the last ones did.
      if distance == 0 || piece < distance || !isCopy(piece, of: piece - distance) {
        guard let noted else {
          piece += 1
          continue
        }
        distance = piece - noted
      }
      let first = piece
      piece += 1
      while piece < pieceCount, areEqual(piece, piece - distance) {
        _ = note(piece)
        piece += 1
      }
      append(newStart..<first, to: &result.kept)
      result.copies.copies.append(
        RowCopies.Copy(newCount: first - newStart, count: piece - first, distance: distance))
      newStart = piece
    }
    append(newStart..<pieceCount, to: &result.kept)
    return result
  }

  private func append(_ pieces: Range<Int>, to target: inout [UInt8]) {
    let start = Int(starts[pieces.lowerBound])
    text.append(
      ByteRange(offset: start, count: Int(starts[pieces.upperBound]) - start), to: &target)
  }

  private func range(_ piece: Int) -> ByteRange {
    let start = Int(starts[piece])
    return ByteRange(offset: start, count: Int(starts[piece + 1]) - start)
  }

  private func areEqual(_ piece: Int, _ other: Int) -> Bool {
    text.areEqual(range(piece), range(other))
  }

  /// Whether a piece is long enough to be a copy of another one, and is.
  private func isCopy(_ piece: Int, of other: Int) -> Bool {
    range(piece).count >= Self.leastByteCount && areEqual(piece, other)
  }

  /// Takes note of a piece, and returns the last one that is the same.
  private mutating func note(_ piece: Int) -> Int? {
    let range = range(piece)
    guard range.count >= Self.leastByteCount else { return nil }
    let hash = hash(range)
    let mark = hash &<< 32
    var slot = Int(truncatingIfNeeded: hash &>> (64 - UInt64(slotBits)))
    // Whoever makes up rows that have one hash finds that some are not found.
    for _ in 0..<Self.mostProbeCount where notes[slot] != 0 {
      let noted = Int(truncatingIfNeeded: notes[slot] & 0xFFFF_FFFF) - 1
      if (notes[slot] ^ mark) &>> 32 == 0, areEqual(piece, noted) {
        notes[slot] = mark | UInt64(piece + 1)
        return noted
      }
      slot = (slot + 1) & (notes.count - 1)
    }
    notes[slot] = mark | UInt64(piece + 1)
    return nil
  }

  private func hash(_ range: ByteRange) -> UInt64 {
    var hash = UInt64(range.count)
    var offset = range.offset
    while offset &+ 8 < range.end {
      hash = (text.word(at: offset) ^ hash &>> 29) &* Self.factor
      offset &+= 8
    }
    return (text.word(at: range.end &- 8) ^ hash &>> 29) &* Self.factor
  }
}
