// SPDX-License-Identifier: Apache-2.0

/// Integers as planes: all lowest bytes, then all second bytes, and so on (SPEC §8.4 Integer columns).
///
/// Bytes of one significance stand together, where a compressor finds what they have in common.
/// `[1, 258, 3]` over base 0 in two planes becomes `01 02 03 00 01 00`.
package enum BytePlanes {
  /// Splits the differences of `values` and `base` into `width` planes.
  ///
  /// Every difference must fit in `width` bytes.
  ///
  /// - Complexity: O(*n* `width`) for *n* values, and one allocation.
  package static func split(_ values: [Int64], base: Int64, width: Int) -> [UInt8] {
    let count = values.count
    return unsafe [UInt8](unsafeUninitializedCapacity: count * width) { target, initialized in
      initialized = count * width
      guard let out = target.baseAddress else { return }
      unsafe values.withUnsafeBufferPointer { source in
        for plane in 0..<width {
          let shift = Int64(plane) &* 8
          let row = unsafe out + plane * count
          var index = 0
          while index < count {
            unsafe row[index] = UInt8(truncatingIfNeeded: (source[index] &- base) &>> shift)
            index &+= 1
          }
        }
      }
    }
  }

  /// Appends one plane of the differences of `values` and `base`; plane 0 has the lowest bytes.
  ///
  /// - Complexity: O(*n*) for *n* values.
  package static func append(
    _ plane: Int, of values: [Int64], base: Int64, to target: inout [UInt8]
  ) {
    let count = values.count
    let shift = Int64(plane) &* 8
    target.append(addingCapacity: count) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
        guard let start = buffer.baseAddress else { return }
        let row = unsafe start + initialized
        unsafe values.withUnsafeBufferPointer { source in
          var index = 0
          while index < count {
            unsafe row[index] = UInt8(truncatingIfNeeded: (source[index] &- base) &>> shift)
            index &+= 1
          }
        }
        initialized += count
      }
    }
  }
}
