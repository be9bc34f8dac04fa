// SPDX-License-Identifier: Apache-2.0

/// What a token is, as its first byte tells.
struct ByteClass: BitwiseCopyable {
  /// The number of the neighbour that it is, that of a scalar for a string.
  var neighbor = GapNeighbor.scalar.rawValue
  /// The byte, where it is a comma, a colon or a line end, and no token; else 0.
  var mark: UInt8 = 0
  var opens = false
  var closes = false

  /// The class of each byte.
  static let table: [ByteClass] = {
    var table = [ByteClass](repeating: ByteClass(), count: 256)
    let brackets: KeyValuePairs<UInt8, GapNeighbor> = [
      ASCII.openBrace: .openObject, ASCII.closeBrace: .closeObject,
      ASCII.openBracket: .openArray, ASCII.closeBracket: .closeArray,
    ]
    for (bracket, neighbor) in brackets {
      let opens = neighbor == .openObject || neighbor == .openArray
      table[Int(bracket)] = ByteClass(
        neighbor: neighbor.rawValue, opens: opens, closes: !opens)
    }
    for mark in [ASCII.comma, ASCII.colon, ASCII.lineFeed] { table[Int(mark)].mark = mark }
    return table
  }()
}
