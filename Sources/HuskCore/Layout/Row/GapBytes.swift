// SPDX-License-Identifier: Apache-2.0

/// The gaps of a message as bytes (SPEC §13.4 Values and heads).
enum GapBytes {
  /// Writes gaps; no bytes where all are as predicted.
  static func encode(_ gaps: GapList) -> [UInt8] {
    var bytes: [UInt8] = []
    guard !gaps.surprises.isEmpty else { return bytes }
    append(gaps.style.newline, to: &bytes)
    append(gaps.style.indent, to: &bytes)
    Varint.append(gaps.style.entries.count, to: &bytes)
    for entry in gaps.style.entries {
      switch entry {
      case .indent(let levels):
        Varint.append(0, to: &bytes)
        Varint.append(ZigZag.encode(Int64(levels)), to: &bytes)
      case .literal(let literal): append(literal.bytes, to: &bytes)
      }
    }
    for surprise in gaps.surprises {
      Varint.append(surprise.skipped, to: &bytes)
      Varint.append(surprise.gap, to: &bytes)
    }
    return bytes
  }

  private static func append(_ blanks: [UInt8], to bytes: inout [UInt8]) {
    Varint.append(blanks.count, to: &bytes)
    bytes += blanks
  }

  /// Reads gaps; no bytes are gaps as predicted.
  ///
  /// - Throws: ``HuskError/Code/invalidGaps``, ``HuskError/Code/truncated`` or
  ///   ``HuskError/Code/invalidVarint``.
  static func decode(_ bytes: [UInt8]) throws(HuskError) -> GapList {
    var reader = ByteReader(bytes.span)
    var gaps = GapList()
    guard !bytes.isEmpty else { return gaps }
    gaps.style.newline = try reader.readBytes(try reader.readCount())
    gaps.style.indent = try reader.readBytes(try reader.readCount())
    for _ in 0..<(try reader.readCount()) {
      let literal = try reader.readBytes(try reader.readCount())
      guard literal.isEmpty else {
        gaps.style.entries.append(.literal(Lexeme(literal)))
        continue
      }
      let levels = ZigZag.decode(try reader.readVarint())
      guard levels.magnitude <= UInt64(GapStyle.levels.upperBound) else {
        throw HuskError(.invalidGaps, "an indentation is out of range")
      }
      gaps.style.entries.append(.indent(Int(levels)))
    }
    while reader.remaining > 0 {
      let skipped = try reader.readVarint()
      let gap = try reader.readVarint()
      guard skipped <= UInt64(Token.maxOffset), gap < UInt64(gaps.style.count) else {
        throw HuskError(.invalidGaps, "gap \(gap) is not listed")
      }
      gaps.surprises.append(GapList.Surprise(skipped: Int(skipped), gap: Int(gap)))
    }
    try gaps.validate()
    return gaps
  }
}
