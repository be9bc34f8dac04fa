// SPDX-License-Identifier: Apache-2.0

/// Signed integers as unsigned ones, so that small magnitudes stay small (SPEC §2.3 Varints).
///
/// 0, -1, 1, -2 become 0, 1, 2, 3.
package enum ZigZag {
  /// Maps a signed integer to an unsigned one.
  @inline(__always) package static func encode(_ value: Int64) -> UInt64 {
    UInt64(bitPattern: value &<< 1 ^ value &>> 63)
  }

  /// Maps back what ``encode(_:)`` made.
  @inline(__always) package static func decode(_ value: UInt64) -> Int64 {
    Int64(bitPattern: value &>> 1) ^ -Int64(bitPattern: value & 1)
  }
}
