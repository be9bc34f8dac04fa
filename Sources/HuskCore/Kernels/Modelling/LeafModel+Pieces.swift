// SPDX-License-Identifier: Apache-2.0

extension LeafModel {
  /// Creates a model of texts that are cut into pieces.
  ///
  /// Of 4,096 leaves each piece has one, by its place. What the last byte was, and whether it stands in a string, chooses
  /// one of 32 sets of weights.
  ///
  /// - Parameters:
  ///   - coder: What bits are coded with.
  ///   - memory: The binary logarithm of the bytes for histories.
  ///   - textByteCount: The most bytes of text that will come.
  init(_ coder: Coder, ofPiecesIn memory: Int, textByteCount: Int) {
    self.init(
      coder, memory: memory, leafCount: 1 << 12, setCount: 32, textByteCount: textByteCount)
  }

  /// Codes so many bytes of a text that may be JSON, piece by piece (SPEC §16.11 Modelled bytes).
  ///
  /// - Parameters:
  ///   - source: The bytes, which are not looked at where bits are read.
  ///   - count: Their number.
  /// - Returns: Whether that is not more than all texts together may have, and there were bits enough; the text stands
  ///   at the end of the history.
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func codePieces(of source: borrowing Buffer<UInt8>, count: Int) -> Bool {
    let first = history.count
    let salt = Self.mix(1, 0x51ED)
    var nesting = TextNesting()
    mixing.kind = 0
    while history.count &- first < count {
      let key = nesting.place
      let number = Int(key &>> 20)
      parent = nesting.parent
      var run = TextRun(
        leaves[number], salt: salt, key: key, source: sources(of: leaves[number]).0,
        guessSource: 0, start: history.count)
      var isEnd = false
      repeat {
        guard canCode else { return false }
        let position = history.count &- first
        mixing.leaf = (nesting.isInString ? 16 : 0) | Int(bytes.0 &>> 4 & 15)
        let byte = codeByte(&run, mixing.coder.isReading ? 0 : source[position])
        isEnd = nesting.move(byte)
      } while !isEnd && history.count &- first < count
      finish(run, at: number)
    }
    word = 0
    return true
  }

  /// Learns so many bytes that reader and writer know, as ``codePieces(of:count:)`` codes them.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  mutating func learnPieces(_ bytes: [UInt8]) {
    var source = Buffer<UInt8>(capacity: bytes.count)
    for byte in bytes { source.append(byte) }
    mixing.coder.isLearning = true
    _ = codePieces(of: source, count: bytes.count)
    mixing.coder.isLearning = false
  }
}
