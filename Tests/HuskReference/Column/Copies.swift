// SPDX-License-Identifier: Apache-2.0

/// The pieces that a block copies (SPEC §8.8 Copies).
struct Copies {
  /// The form of the kept text.
  let form: UInt8
  /// The rows of the kept text.
  let rows: Int
  /// The bytes of the kept text.
  let kept: Int
  private let separator: [UInt8]
  /// New pieces, one less than the pieces that are copied, and one less than how far back they stand.
  private var columns: [[Int64]] = [[], [], []]

  /// Reads what stands before the kept text.
  init(_ reader: inout ByteReader, decoded: Int, _ settings: Reference) throws {
    form = try reader.byte()
    try demand(form < 3, .invalidColumn, "form \(form) of a kept text")
    rows = try reader.count()
    kept = try reader.count()
    try demand(rows <= kept && kept <= decoded, .invalidColumn, "\(kept) bytes kept")
    let length = try reader.count()
    try demand(1...255 ~= length, .invalidColumn, "a separator of \(length) bytes")
    separator = try reader.take(length)
    var sections = try Sections(
      reader.sized(), decoded: decoded, templateCheck: 0, settings)
    let count = try sections.descriptors.count()
    try demand(
      count <= min(decoded, ReferenceLimits.mostElements), .invalidColumn, "\(count) copies")
    if count > 0 {
      for column in columns.indices {
        columns[column] = try IntegerColumn.read(&sections, count: count).entries
      }
    }
    try sections.demandEnd()
  }

  /// The text of the block.
  func text(of kept: [UInt8], decoded: Int) throws -> [UInt8] {
    var left = pieces(of: kept)[...]
    var pieces: [ArraySlice<UInt8>] = []
    var byteCount = 0
    func append(_ piece: ArraySlice<UInt8>, isLeft: Bool = false) throws {
      byteCount += piece.count
      try demand(
        isLeft || pieces.count < 65_536 + decoded / 16, .limitExceeded, "a text of too many pieces")
      try demand(byteCount <= decoded, .limitExceeded, "a text that is too long")
      pieces.append(piece)
    }
    for index in columns[0].indices {
      let (new, more, back) = (columns[0][index], columns[1][index], columns[2][index])
      try demand(new >= 0 && more >= 0 && back >= 0, .invalidValue, "a negative number")
      for _ in 0..<new {
        guard let piece = left.popFirst() else {
          throw ReferenceFault(.missingValue, "\(new) pieces of the kept text")
        }
        try append(piece)
      }
      for _ in 0...more {
        try demand(back < pieces.count, .invalidValue, "a piece \(back) back")
        try append(pieces[pieces.count - 1 - Int(back)])
      }
    }
    while let piece = left.popFirst() { try append(piece, isLeft: true) }
    return pieces.reduce(into: [], +=)
  }

  private func pieces(of text: [UInt8]) -> [ArraySlice<UInt8>] {
    var pieces: [ArraySlice<UInt8>] = []
    var start = 0
    for offset in text.indices.dropFirst() where text[offset...].starts(with: separator) {
      pieces.append(text[start..<offset])
      start = offset
    }
    if !text.isEmpty { pieces.append(text[start...]) }
    return pieces
  }
}
