// SPDX-License-Identifier: Apache-2.0

extension ByteSource {
  /// Strings in Base64 as bytes, and how many bytes each has.
  ///
  /// - Parameters:
  ///   - strings: Words of tokens of strings or keys.
  ///   - form: How bytes stand in them.
  /// - Returns: The bytes, or `nil` where a string is not what encoding the bytes again gives.
  /// - Complexity: O(*n*) for *n* bytes; it ends at the first string that does not fit.
  package func decodeBase64(
    _ strings: ArraySlice<UInt64>, _ form: Base64Form
  ) -> (lengths: [Int64], bytes: [UInt8])? {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, digit) in form.digits.enumerated() { values[Int(digit)] = UInt8(value) }
    var lengths: [Int64] = []
    var bytes: [UInt8] = []
    lengths.reserveCapacity(strings.count)
    for word in strings {
      var content = Token(word: word).content
      let prefix = ByteRange(offset: content.offset, count: form.prefix.count)
      guard prefix.count <= content.count, areEqual(prefix, form.prefix) else { return nil }
      content = ByteRange(offset: prefix.end, count: content.count &- prefix.count)
      let start = bytes.count
      var end = content.end
      while end > content.offset, content.end - end < 2, self[end - 1] == Base64Form.padding {
        end -= 1
      }
      let digitCount = end - content.offset
      var bits: UInt32 = 0
      var invalid: UInt8 = 0
      var offset = content.offset
      while offset &+ 4 <= end {
        for place in 0..<4 {
          let value = values[Int(self[offset &+ place])]
          invalid |= value
          bits = bits &<< 6 | UInt32(value)
        }
        bytes.append(UInt8(truncatingIfNeeded: bits &>> 16))
        bytes.append(UInt8(truncatingIfNeeded: bits &>> 8))
        bytes.append(UInt8(truncatingIfNeeded: bits))
        offset &+= 4
      }
      let left = end - offset
      bits = 0
      for place in 0..<left {
        let value = values[Int(self[offset &+ place])]
        invalid |= value
        bits = bits &<< 6 | UInt32(value)
      }
      // Bits of the last digit that belong to no byte are zero.
      switch left {
      case 0: break
      case 2 where bits & 0xF == 0: bytes.append(UInt8(truncatingIfNeeded: bits &>> 4))
      case 3 where bits & 0x3 == 0:
        bytes.append(UInt8(truncatingIfNeeded: bits &>> 10))
        bytes.append(UInt8(truncatingIfNeeded: bits &>> 2))
      default: return nil
      }
      let padded = form.isPadded ? (digitCount + 3) / 4 * 4 : digitCount
      guard invalid < 64, content.count == padded else { return nil }
      lengths.append(Int64(bytes.count - start))
    }
    return (lengths, bytes)
  }
}

/// What strings in Base64 have in common.
@safe struct Base64Writing: BitwiseCopyable {
  /// What stands in front, and the digits.
  var prefix: UnsafeRawPointer
  var prefixCount: Int
  var digits: UnsafePointer<UInt8>
  var isPadded: Bool
}

extension ScratchPool {
  /// A column of bytes in Base64, and the bytes that the strings come to (SPEC §8.6.8 Base64).
  ///
  /// - Parameters:
  ///   - bytes: The bytes of all strings.
  ///   - lengths: How many each has.
  ///   - form: How they stand in strings.
  ///   - count: The number of strings.
  ///   - byteLimit: The most bytes of all strings, with one more for each.
  /// - Returns: The column, or `nil` where lengths do not add up or there are too many bytes.
  /// - Complexity: O(*n*) for *n* strings.
  package mutating func base64(
    _ bytes: ByteView, _ lengths: IntegerView, _ form: Base64Form, count: Int, byteLimit: Int
  ) -> (column: ColumnCursor, byteCount: Int)? {
    var total = 0
    var left = bytes.count
    var walk = IntegerWalk(lengths, count)
    for _ in 0..<count {
      guard let length = walk.next(), length >= 0, length <= Int64(left) else { return nil }
      left -= Int(length)
      total += form.prefix.count + form.digitCount(Int(length)) + 1
      guard total <= byteLimit else { return nil }
    }
    guard left == 0 else { return nil }
    let writing = unsafe Base64Writing(
      prefix: UnsafeRawPointer(copy(form.prefix)), prefixCount: form.prefix.count,
      digits: UnsafePointer(copy(form.digits)), isPadded: form.isPadded)
    let parts = unsafe UnsafeMutableRawPointer(copy([writing]))
    return unsafe (ColumnCursor(.base64, count, lengths, bytes.base, parts), total)
  }
}

extension ValueWriting {
  /// Writes the next string in Base64.
  ///
  /// All lengths were seen to be in order when the column was made.
  @inline(never) static func base64(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    guard unsafe cursor.pointee.takesValue() else { return unsafe goOn(cursor, out, limit) }
    let length = unsafe Int(truncatingIfNeeded: cursor.pointee.integers.take())
    let writing = unsafe cursor.pointee.parts.assumingMemoryBound(to: Base64Writing.self).pointee
    let digitCount = (length &* 4 &+ 2) / 3
    let paddingCount = writing.isPadded ? (0 &- digitCount) & 3 : 0
    guard unsafe limit - out >= writing.prefixCount &+ digitCount &+ paddingCount &+ 2 else {
      return unsafe Written(out, .full)
    }
    unsafe out.storeBytes(of: ASCII.quote, as: UInt8.self)
    unsafe (out + 1).copyMemory(from: writing.prefix, byteCount: writing.prefixCount)
    let source = unsafe cursor.pointee.bytes.assumingMemoryBound(to: UInt8.self)
    var target = unsafe writeBase64(
      source, length, writing.digits, out + 1 + writing.prefixCount)
    for _ in 0..<paddingCount {
      unsafe target.storeBytes(of: Base64Form.padding, as: UInt8.self)
      unsafe target += 1
    }
    unsafe cursor.pointee.bytes = unsafe UnsafeRawPointer(source + length)
    unsafe target.storeBytes(of: ASCII.quote, as: UInt8.self)
    return unsafe Written(target + 1, .none)
  }

  /// Writes the digits of `count` bytes, and nothing behind them.
  private static func writeBase64(
    _ source: UnsafePointer<UInt8>, _ count: Int, _ digits: UnsafePointer<UInt8>,
    _ target: UnsafeMutableRawPointer
  ) -> UnsafeMutableRawPointer {
    var out = unsafe target
    var index = 0
    while index &+ 3 <= count {
      let bits =
        unsafe UInt32(source[index]) &<< 16 | UInt32(source[index &+ 1]) &<< 8
        | UInt32(source[index &+ 2])
      let high =
        unsafe UInt32(digits[Int(bits &>> 18)]) | UInt32(digits[Int(bits &>> 12 & 63)]) &<< 8
      let low =
        unsafe UInt32(digits[Int(bits &>> 6 & 63)]) | UInt32(digits[Int(bits & 63)]) &<< 8
      unsafe out.storeBytes(of: (high | low &<< 16).littleEndian, as: UInt32.self)
      unsafe out += 4
      index &+= 3
    }
    guard index < count else { return unsafe out }
    let isPair = index &+ 2 == count
    let bits = unsafe UInt32(source[index]) &<< 10 | (isPair ? UInt32(source[index &+ 1]) &<< 2 : 0)
    unsafe out.storeBytes(of: digits[Int(bits &>> 12)], as: UInt8.self)
    unsafe out.storeBytes(of: digits[Int(bits &>> 6 & 63)], toByteOffset: 1, as: UInt8.self)
    if !isPair { return unsafe out + 2 }
    unsafe out.storeBytes(of: digits[Int(bits & 63)], toByteOffset: 2, as: UInt8.self)
    return unsafe out + 3
  }
}
