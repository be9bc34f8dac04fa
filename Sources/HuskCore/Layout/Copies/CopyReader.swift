// SPDX-License-Identifier: Apache-2.0

/// Writes a text from what is kept of it, and from the copies of its pieces (SPEC §8.8 Copies).
package struct CopyReader {
  private let separator: [UInt8]
  private let count: Int
  private let news: IntegerView
  private let mores: IntegerView
  private let backs: IntegerView

  /// Reads the columns of the copies of a block that decodes to `byteLimit` bytes.
  ///
  /// The streams must stay open until the text is written.
  ///
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n*) for *n* copies.
  package init(
    separator: [UInt8], from streams: inout StreamSource, byteLimit: Int
  ) throws(HuskError) {
    self.separator = separator
    count = try streams.descriptors.readCount(upTo: min(byteLimit, RowCopies.mostCount))
    if count > 0 {
      news = try IntegerEncoding.read(count, from: &streams)
      mores = try IntegerEncoding.read(count, from: &streams)
      backs = try IntegerEncoding.read(count, from: &streams)
    } else {
      news = streams.pool.constant(0)
      (mores, backs) = (news, news)
    }
    try streams.finish()
  }

  /// Writes the text.
  ///
  /// - Parameters:
  ///   - kept: The kept text.
  ///   - place: Where the text goes.
  /// - Returns: The number of bytes.
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n*) for *n* bytes of text.
  package func write(_ kept: ByteSource, to place: OutputPlace) throws(HuskError) -> Int {
    guard place.byteLimit <= UInt32.max else {
      throw HuskError(.limitExceeded, "more than 4 GiB in a block with copies")
    }
    var text = Text(kept, separator, place)
    var (news, mores) = (IntegerWalk(news, count), IntegerWalk(mores, count))
    var backs = IntegerWalk(backs, count)
    for _ in 0..<count {
      guard let new = news.next(), let more = mores.next(), let back = backs.next() else {
        throw ScalarReader.invalid("copies that are not as many as announced")
      }
      guard new >= 0, more >= 0, back >= 0 else {
        throw HuskError(.invalidValue, "a copy of rows has a negative number")
      }
      try text.append(new: new)
      try text.copy(more: more, back: back)
    }
    return try text.finish()
  }

  /// The text in the making.
  private struct Text: ~Copyable {
    private let kept: ByteSource
    private let separator: [UInt8]
    private let place: OutputPlace
    private let mostPieceCount: Int
    /// How many bytes of the kept text were appended.
    private var keptOffset = 0
    /// How many bytes there are.
    private var byteCount = 0
    /// Where each piece starts.
    private var starts = Buffer<UInt32>()

    init(_ kept: ByteSource, _ separator: [UInt8], _ place: OutputPlace) {
      self.kept = kept
      self.separator = separator
      self.place = place
      mostPieceCount = RowCopies.mostPieceCount(place.byteLimit)
    }

    /// More pieces than there are bytes for: where there is no room yet for all bytes, there may be more.
    private var tooMany: HuskError {
      place.isWhole
        ? HuskError(.limitExceeded, "a block with copies has too many rows for its bytes")
        : place.tooLong
    }

    /// Appends so many pieces of the kept text.
    mutating func append(new: Int64) throws(HuskError) {
      var end = keptOffset
      for _ in 0..<new {
        guard end < kept.count else {
          throw HuskError(.missingValue, "there are fewer rows to keep than copies stand behind")
        }
        guard starts.count < mostPieceCount else { throw tooMany }
        starts.append(UInt32(byteCount + end - keptOffset))
        end = kept.offset(of: separator, from: end + 1)
        // What has no room is not worth looking for.
        guard end - keptOffset <= place.byteLimit - byteCount else { throw place.tooLong }
      }
      try appendKept(upTo: end)
    }

    /// Appends the piece that stands `back` pieces before the last one, and those behind it.
    mutating func copy(more: Int64, back: Int64) throws(HuskError) {
      guard back < starts.count else {
        throw HuskError(.invalidValue, "a row is copied from before the first one")
      }
      let distance = Int(back) + 1
      var first = starts.count - distance
      guard more < mostPieceCount - starts.count else { throw tooMany }
      var left = Int(more) + 1
      while left > 0 {
        let pieceCount = min(left, distance)
        let start = Int(starts[first])
        let next = first + pieceCount
        let end = next < starts.count ? Int(starts[next]) : byteCount
        let range = ByteRange(offset: start, count: end - start)
        guard place.write(place.view(byteCount)[range], at: byteCount) else { throw place.tooLong }
        for index in first..<next { starts.append(UInt32(byteCount - start) + starts[index]) }
        byteCount += range.count
        first = next
        left -= pieceCount
      }
    }

    /// Appends what is left of the kept text, and returns how many bytes there are.
    mutating func finish() throws(HuskError) -> Int {
      try appendKept(upTo: kept.count)
      return byteCount
    }

    private mutating func appendKept(upTo end: Int) throws(HuskError) {
      let range = ByteRange(offset: keptOffset, count: end - keptOffset)
      guard place.write(kept.view(range), at: byteCount) else { throw place.tooLong }
      byteCount += range.count
      keptOffset = end
    }
  }
}
