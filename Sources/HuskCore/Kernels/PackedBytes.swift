// SPDX-License-Identifier: Apache-2.0

/// Integers in a fixed number of bytes each, the lowest byte first (SPEC §8.3).
///
/// A repeated run of values is one repeated run of bytes, which a compressor finds once.
/// `[1, 258, 3]` over base 0 in two bytes becomes `01 00 02 01 03 00`.
package enum PackedBytes {
  /// Writes the differences of `values` and `base` in `width` bytes each.
  ///
  /// Every difference must fit in `width` bytes.
  ///
  /// - Complexity: O(*n* `width`) for *n* values, and one allocation.
  package static func split(_ values: [Int64], base: Int64, width: Int) -> [UInt8] {
    let count = values.count
    // Eight bytes are stored each time; the next value overwrites what is too many.
    return unsafe [UInt8](unsafeUninitializedCapacity: count * width + 8) { target, initialized in
      initialized = count * width
      guard let first = target.baseAddress else { return }
      let out = UnsafeMutableRawPointer(first)
      unsafe values.withUnsafeBufferPointer { source in
        for index in 0..<count {
          let value = unsafe UInt64(bitPattern: source[index] &- base).littleEndian
          unsafe (out + index * width).storeBytes(of: value, as: UInt64.self)
        }
      }
    }
  }

  /// Reads `count` integers of `width` bytes each; `bytes` holds `count` times `width` bytes.
  ///
  /// - Complexity: O(`count` `width`), and one allocation.
  package static func join(
    _ bytes: [UInt8], base: Int64, width: Int, _ count: Int
  ) -> [Int64] {
    precondition(bytes.count == count * width)
    let mask = width == 8 ? UInt64.max : (1 << (8 * UInt64(width))) - 1
    return unsafe [Int64](unsafeUninitializedCapacity: count) { target, initialized in
      initialized = count
      unsafe bytes.withUnsafeBytes { source in
        var index = 0
        // A load of eight bytes must stay inside.
        while index * width + 8 <= source.count {
          let word = unsafe source.loadUnaligned(fromByteOffset: index * width, as: UInt64.self)
          unsafe target[index] = Int64(bitPattern: UInt64(littleEndian: word) & mask) &+ base
          index &+= 1
        }
        while index < count {
          var word: UInt64 = 0
          for byte in 0..<width {
            word |= unsafe UInt64(source[index * width + byte]) &<< (8 * UInt64(byte))
          }
          unsafe target[index] = Int64(bitPattern: word) &+ base
          index &+= 1
        }
      }
    }
  }
}
