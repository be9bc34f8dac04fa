// SPDX-License-Identifier: Apache-2.0

/// What came of a mixed probability before, in steps between which is interpolated (SPEC §16.4 Mixing).
enum Refinement {
  /// What a step and the next one say `part` 256ths of the way between them.
  @inline(__always) static func refine(
    _ pair: UnsafeMutablePointer<UInt16>, _ part: Int32
  ) -> Int32 {
    unsafe (Int32(pair[0]) &* (256 &- part) &+ Int32(pair[1]) &* part) &>> 8
  }

  /// Moves a step towards a bit.
  @inline(__always) static func move(_ place: UnsafeMutablePointer<UInt16>, _ bit: Int) {
    let target: Int32 = bit == 1 ? 65_535 : 0
    let value = unsafe Int32(place.pointee)
    unsafe place.pointee = UInt16(truncatingIfNeeded: value &+ (target &- value) &>> 5)
  }
}
