// SPDX-License-Identifier: Apache-2.0

/// Unsigned LEB128 integers (SPEC §2.3 Varints).
///
/// Seven bits a byte, the lowest first; the high bit says that more follow. 300 becomes the two
/// bytes `AC 02`. The shortest form is the only one.
package enum Varint {
  /// Appends `value` to `target` in one to ten bytes.
  ///
  /// - Complexity: O(1).
  package static func append(_ value: UInt64, to target: inout [UInt8]) {
    var rest = value
    while rest >= 0x80 {
      target.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    target.append(UInt8(truncatingIfNeeded: rest))
  }

  /// Appends a count, which cannot be negative, to `target`.
  package static func append(_ count: Int, to target: inout [UInt8]) {
    append(UInt64(count), to: &target)
  }
}
