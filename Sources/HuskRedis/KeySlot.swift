// SPDX-License-Identifier: Apache-2.0

/// Which of the 16,384 slots of a cluster a key belongs to.
///
/// It is the CRC-16 of the key, of the polynomial 0x1021 with the highest bit first and nothing to
/// start from, or of what stands between the first `{` and the next `}` where that is something.
package enum KeySlot {
  /// The slot of a key.
  package static func slot(of key: [UInt8]) -> UInt16 {
    var hashed = key[...]
    if let open = key.firstIndex(of: UInt8(ascii: "{")),
      let close = key[(open + 1)...].firstIndex(of: UInt8(ascii: "}")), close > open + 1
    {
      hashed = key[(open + 1)..<close]
    }
    var remainder: UInt16 = 0
    for byte in hashed {
      remainder ^= UInt16(byte) << 8
      for _ in 0..<8 {
        let isCarrying = remainder & 0x8000 != 0
        remainder <<= 1
        if isCarrying { remainder ^= 0x1021 }
      }
    }
    return remainder % 16_384
  }
}
