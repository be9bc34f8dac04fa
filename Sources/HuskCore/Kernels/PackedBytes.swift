// SPDX-License-Identifier: Apache-2.0

/// Integers in a fixed number of bytes each, the lowest byte first (SPEC §8.4 Integer columns).
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
}
