// SPDX-License-Identifier: Apache-2.0

/// Integers of one, two or four bits, as many to a byte as fit, the first in its lowest bits (SPEC §8.4 Integer
/// columns).
///
/// What compresses bytes of a few different values, as flags and indices are, finds short repetitions in them
/// that say no less than what they stand for. `[1, 0, 3, 2, 1]` in two bits each becomes `B1 01`.
package enum PackedBits {
  /// How many integers are packed, or unpacked, at once: as many bytes of them as have bits.
  private static let groupCount = 8

  /// How many bytes `count` integers of `bits` bits take.
  package static func byteCount(_ count: Int, bits: Int) -> Int {
    let perByte = 8 / bits
    return count / perByte + (count % perByte == 0 ? 0 : 1)
  }

  /// Appends what is left of the differences of `values` and `base` behind their `plane` lowest bytes, which fits
  /// in `bits` bits.
  ///
  /// - Complexity: O(*n*) for *n* values.
  package static func append(
    _ plane: Int, of values: [Int64], base: Int64, bits: Int, to target: inout [UInt8]
  ) {
    let byteCount = byteCount(values.count, bits: bits)
    let shift = Int64(plane) &* 8
    // Eight bytes are stored each time; the next ones overwrite what is too many.
    target.append(addingCapacity: byteCount + groupCount) { output in
      unsafe output.withUnsafeMutableBufferPointer { buffer, initialized in
        guard let start = buffer.baseAddress else { return }
        var out = unsafe UnsafeMutableRawPointer(start + initialized)
        unsafe values.withUnsafeBufferPointer { source in
          var index = 0
          while index < source.count {
            let end = min(index &+ groupCount, source.count)
            var word: UInt64 = 0
            var place: UInt64 = 0
            while index < end {
              let value = unsafe (source[index] &- base) &>> shift
              word |= UInt64(UInt8(truncatingIfNeeded: value)) &<< place
              place &+= 8
              index &+= 1
            }
            unsafe out.storeBytes(of: packed(word, bits).littleEndian, as: UInt64.self)
            unsafe out += bits
          }
        }
        initialized += byteCount
      }
    }
  }

  /// Writes `count` integers of `bits` bits each, in bytes; eight bytes must be readable behind the last one that
  /// is read, and may be written behind the last one that is written.
  ///
  /// - Complexity: O(`count`).
  @unsafe static func unpack(
    _ source: UnsafeRawPointer, bits: Int, _ count: Int, into target: UnsafeMutablePointer<UInt8>
  ) {
    let out = UnsafeMutableRawPointer(target)
    var (index, offset) = (0, 0)
    while index < count {
      let word = unsafe source.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      unsafe out.storeBytes(
        of: unpacked(UInt64(littleEndian: word), bits).littleEndian, toByteOffset: index,
        as: UInt64.self)
      index &+= groupCount
      offset &+= bits
    }
  }

  /// The integer at an index, which must be one of those in `bytes`.
  package static func integer(at index: Int, of bytes: [UInt8], bits: Int) -> Int64 {
    let place = index * bits
    return Int64(bytes[place / 8] >> UInt8(place % 8)) & (1 << Int64(bits) - 1)
  }

  /// The lowest bits of eight bytes, one behind the other.
  @inline(__always) private static func packed(_ word: UInt64, _ bits: Int) -> UInt64 {
    var word = word
    switch bits {
    case 1:
      word = (word | word &>> 7) & 0x0003_0003_0003_0003
      word = (word | word &>> 14) & 0x0000_000F_0000_000F
      return (word | word &>> 28) & 0xFF
    case 2:
      word = (word | word &>> 6) & 0x000F_000F_000F_000F
      word = (word | word &>> 12) & 0x0000_00FF_0000_00FF
      return (word | word &>> 24) & 0xFFFF
    default:
      word = (word | word &>> 4) & 0x00FF_00FF_00FF_00FF
      word = (word | word &>> 8) & 0x0000_FFFF_0000_FFFF
      return (word | word &>> 16) & 0xFFFF_FFFF
    }
  }

  /// The reverse: so many bits of the lowest ones in each of eight bytes.
  @inline(__always) private static func unpacked(_ word: UInt64, _ bits: Int) -> UInt64 {
    var word = word
    switch bits {
    case 1:
      word &= 0xFF
      word = (word | word &<< 28) & 0x0000_000F_0000_000F
      word = (word | word &<< 14) & 0x0003_0003_0003_0003
      return (word | word &<< 7) & 0x0101_0101_0101_0101
    case 2:
      word &= 0xFFFF
      word = (word | word &<< 24) & 0x0000_00FF_0000_00FF
      word = (word | word &<< 12) & 0x000F_000F_000F_000F
      return (word | word &<< 6) & 0x0303_0303_0303_0303
    default:
      word &= 0xFFFF_FFFF
      word = (word | word &<< 16) & 0x0000_FFFF_0000_FFFF
      word = (word | word &<< 8) & 0x00FF_00FF_00FF_00FF
      return (word | word &<< 4) & 0x0F0F_0F0F_0F0F_0F0F
    }
  }
}

extension ScratchPool {
  /// Joins `count` integers from `width` planes, which `planes` holds one after the other, and one more of `bits`
  /// bits for each.
  ///
  /// - Complexity: O(`count` `width`).
  package mutating func join(
    _ planes: ByteView, _ highest: ByteView, bits: Int, base: Int64, width: Int, _ count: Int
  ) -> IntegerView {
    precondition(planes.count == count * width)
    precondition(highest.count == PackedBits.byteCount(count, bits: bits))
    let target = unsafe allocate(count * (width + 1), of: UInt8.self)
    let source = unsafe planes.base.assumingMemoryBound(to: UInt8.self)
    unsafe target.update(from: source, count: planes.count)
    unsafe PackedBits.unpack(
      highest.base, bits: bits, count, into: target + planes.count)
    return unsafe join(
      ByteView(target, count: count * (width + 1)), base: base, width: width + 1, count)
  }
}
