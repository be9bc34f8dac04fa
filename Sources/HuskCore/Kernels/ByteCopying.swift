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

  /// Copies `count` bytes, seldom more than 48, and up to 31 more, for which both sides must have room.
  @inline(__always) static func copyShort(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int
  ) {
    unsafe copy16(source, target)
    guard _slowPath(count > 16) else { return }
    unsafe copy16(source + 16, target + 16)
    unsafe copy16(source + 32, target + 32)
    if _slowPath(count > 48) { unsafe copyRest(source, target, count) }
  }

  /// Copies what follows the first 48 bytes; a loop in line would be unrolled, for which there are too few.
  @inline(never) private static func copyRest(
    _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer, _ count: Int
  ) {
    unsafe (target + 48).copyMemory(from: source + 48, byteCount: count &- 48)
  }
}
