// SPDX-License-Identifier: Apache-2.0

/// Copies bytes sixteen at a time, the last ones too many.
enum ByteCopying {
  /// Copies 16 bytes.
  @inline(__always) static func copy16(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer
  ) {
    let bytes = unsafe source.loadUnaligned(as: SIMD16<UInt8>.self)
    unsafe target.storeBytes(of: bytes, as: SIMD16<UInt8>.self)
  }

  /// Copies `count` bytes and up to 16 more, for which both sides must have room.
  @inline(__always) static func copy(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int
  ) {
    unsafe copy16(source, target)
    var offset = 16
    while _slowPath(offset < count) {
      unsafe copy16(source + offset, target + offset)
      offset &+= 16
    }
  }
}
