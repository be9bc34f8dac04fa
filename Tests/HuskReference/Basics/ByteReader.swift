// SPDX-License-Identifier: Apache-2.0

/// Reads bytes from front to end, with the integers of SPEC §2.3 Varints.
struct ByteReader {
  /// All bytes, those that were read among them.
  let bytes: [UInt8]
  /// How many were read.
  private(set) var place = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// How many bytes are left.
  var left: Int { bytes.count - place }
  /// Whether no bytes are left.
  var isAtEnd: Bool { left == 0 }

  /// The next byte, which stays there.
  var peek: UInt8? { left > 0 ? bytes[place] : nil }

  /// The next byte.
  mutating func byte() throws -> UInt8 {
    try demand(left > 0, .truncated, "a byte is missing at \(place)")
    place += 1
    return bytes[place - 1]
  }

  /// The next so many bytes.
  mutating func take(_ count: Int) throws -> [UInt8] {
    try demand(count <= left, .truncated, "\(count) bytes at \(place), \(left) are left")
    place += count
    return Array(bytes[place - count..<place])
  }

  /// All bytes that are left.
  mutating func rest() -> [UInt8] {
    let bytes = Array(bytes[place...])
    place += bytes.count
    return bytes
  }

  /// A varint in its shortest form.
  mutating func varint() throws -> UInt64 {
    var value: UInt64 = 0
    for position in 0..<10 {
      let byte = try byte()
      // The tenth byte has the 64th bit, and no other.
      try demand(position < 9 || byte <= 1, .invalidVarint, "more than 64 bits")
      value |= UInt64(byte & 0x7F) << UInt64(7 * position)
      if byte < 0x80 {
        try demand(byte != 0 || position == 0, .invalidVarint, "not in its shortest form")
        return value
      }
    }
    throw ReferenceFault(.invalidVarint, "more than 64 bits")
  }

  /// A varint that counts something; what no machine could hold becomes the greatest number.
  mutating func count() throws -> Int {
    try Int(clamping: varint())
  }

  /// A count of things that take so many bytes each, at least: what is left must hold them.
  mutating func count(ofBytes size: Int) throws -> Int {
    let count = try count()
    try demand(count <= left / size, .truncated, "\(count) parts, \(left) bytes are left")
    return count
  }

  /// A signed integer: 0, −1, 1, −2 are 0, 1, 2, 3 (SPEC §8.4 Integer columns).
  mutating func zigzag() throws -> Int64 {
    let value = try varint()
    return Int64(bitPattern: value >> 1) ^ -Int64(value & 1)
  }

  /// A varint, and so many bytes.
  mutating func sized() throws -> [UInt8] {
    try take(count())
  }

  /// An integer of a fixed number of bytes, the lowest first.
  mutating func littleEndian(_ count: Int) throws -> UInt64 {
    try take(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A check of four bytes.
  mutating func check() throws -> UInt32 {
    try UInt32(littleEndian(4))
  }
}
