// SPDX-License-Identifier: Apache-2.0

/// How wide the integers of a column in planes are (SPEC §8.4 Integer columns).
package struct PlaneWidth: Sendable, Equatable {
  /// How many planes have a byte for each integer.
  package let whole: Int
  /// How many bits for each integer the highest plane has, where it has no bytes: 1, 2 or 4.
  package let bits: Int?

  /// So many planes of bytes.
  package init(bytes: Int) {
    whole = bytes
    bits = nil
  }

  /// As many planes as integers from 0 to `range` need, and no more bits than those of the highest one need.
  init(upTo range: UInt64) {
    let bitCount = UInt64.bitWidth - range.leadingZeroBitCount
    switch bitCount % 8 {
    case 0: self.init(bytes: bitCount / 8)
    case 1: self.init(bitCount / 8, bits: 1)
    case 2: self.init(bitCount / 8, bits: 2)
    case 3, 4: self.init(bitCount / 8, bits: 4)
    default: self.init(bytes: bitCount / 8 + 1)
    }
  }

  private init(_ whole: Int, bits: Int) {
    self.whole = whole
    self.bits = bits
  }

  /// As many planes, all of them of bytes.
  var inBytes: PlaneWidth { PlaneWidth(bytes: planeCount) }

  /// How many planes there are.
  package var planeCount: Int { whole + (bits == nil ? 0 : 1) }

  /// What the tag of a column says.
  var encoding: IntegerEncoding {
    switch bits {
    case 1: .planesAndBits
    case 2: .planesAndPairs
    case 4: .planesAndNibbles
    default: .planes
    }
  }

  /// Appends a plane of the differences of `values` and `base`; plane 0 has the lowest bits.
  ///
  /// - Complexity: O(*n*) for *n* values.
  func append(_ plane: Int, of values: [Int64], base: Int64, to target: inout [UInt8]) {
    if let bits, plane == whole {
      PackedBits.append(plane, of: values, base: base, bits: bits, to: &target)
    } else {
      BytePlanes.append(plane, of: values, base: base, to: &target)
    }
  }

  /// A plane of the differences of `values` and `base`.
  ///
  /// - Complexity: O(*n*) for *n* values.
  func plane(_ plane: Int, of values: [Int64], base: Int64) -> [UInt8] {
    var bytes: [UInt8] = []
    append(plane, of: values, base: base, to: &bytes)
    return bytes
  }

  /// The number of bytes of a plane of so many integers.
  func byteCount(_ plane: Int, of count: Int) -> Int {
    if let bits, plane == whole { PackedBits.byteCount(count, bits: bits) } else { count }
  }
}
