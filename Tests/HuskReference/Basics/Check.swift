// SPDX-License-Identifier: Apache-2.0

/// The check of a document (SPEC §7 Checks).
enum Check {
  /// What each byte does to the value.
  private static let table = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { value, _ in
      value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0)
    }
  }

  /// The CRC-32 of some bytes, behind others whose check is `seed`.
  static func crc32(_ data: [UInt8], seed: UInt32 = 0) -> UInt32 {
    var value = ~seed
    for byte in data { value = value >> 8 ^ table[Int(value & 0xFF ^ UInt32(byte))] }
    return ~value
  }
}
