// SPDX-License-Identifier: Apache-2.0

extension [UInt8] {
  /// Appends the four bytes of `value`, the lowest first.
  package mutating func appendLittleEndian(_ value: UInt32) {
    for shift in 0..<4 { append(UInt8(truncatingIfNeeded: value >> (8 * UInt32(shift)))) }
  }
}

extension ByteReader {
  /// Reads an integer of four bytes, the lowest first.
  ///
  /// - Throws: ``HuskError/Code/truncated``.
  package mutating func readLittleEndian() throws(HuskError) -> UInt32 {
    var value: UInt32 = 0
    for shift in 0..<4 { value |= UInt32(try readByte()) << (8 * UInt32(shift)) }
    return value
  }

  /// Reads a varint that counts things of which there is a limit.
  ///
  /// - Throws: as ``readVarint()``, or ``HuskError/Code/limitExceeded`` that names the `things`.
  package mutating func readCount(
    upTo limit: Int, _ things: String
  ) throws(HuskError) -> Int {
    let start = offset
    let value = try readVarint()
    guard value <= UInt64(limit) else {
      throw HuskError(.limitExceeded, at: start, "more than \(limit) \(things)")
    }
    return Int(value)
  }
}
