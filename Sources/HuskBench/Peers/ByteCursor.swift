// SPDX-License-Identifier: Apache-2.0

/// Reads a binary form from its first byte on.
struct ByteCursor {
  private let bytes: [UInt8]
  private var offset = 0

  /// Creates a cursor at the first byte.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Whether all bytes were read.
  var isAtEnd: Bool { offset == bytes.count }

  /// Reads some bytes.
  ///
  /// - Throws: ``BenchError`` where there are fewer.
  mutating func bytes(_ count: Int) throws -> [UInt8] {
    guard count >= 0, count <= bytes.count - offset else {
      throw BenchError("the bytes end too early")
    }
    defer { offset += count }
    return Array(bytes[offset..<offset + count])
  }

  /// Reads an unsigned number of some bytes, the highest first.
  mutating func number(_ count: Int) throws -> UInt64 {
    try bytes(count).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads a number that counts something.
  mutating func count(_ byteCount: Int) throws -> Int { Int(clamping: try number(byteCount)) }
}

extension [UInt8] {
  /// Appends the lowest bytes of a number, the highest first.
  mutating func appendBigEndian(_ value: UInt64, byteCount: Int) {
    for place in (0..<byteCount).reversed() {
      append(UInt8(truncatingIfNeeded: value >> UInt64(8 * place)))
    }
  }
}
