// SPDX-License-Identifier: Apache-2.0

extension ByteSource {
  /// Strings as what each shares with the one before it, in bytes, and a text of the rest.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package func frontCode(_ strings: ArraySlice<UInt64>) -> (lengths: [Int64], rests: [UInt8]) {
    var lengths: [Int64] = []
    var rests: [UInt8] = []
    lengths.reserveCapacity(strings.count)
    var last = ByteRange(offset: 0, count: 0)
    for word in strings {
      let content = Token(word: word).content
      let shared = commonPrefix(last, content, upTo: last.count)
      lengths.append(Int64(shared))
      append(
        ByteRange(offset: content.offset &+ shared, count: content.count &- shared), to: &rests)
      rests.append(TextTerminator.string)
      last = content
    }
    return (lengths, rests)
  }

  /// How many bytes are the same at the start of two ranges, of the first `limit` bytes.
  package func commonPrefix(_ first: ByteRange, _ second: ByteRange, upTo limit: Int) -> Int {
    let most = min(limit, second.count)
    var count = 0
    while count < most {
      let difference = word(at: first.offset &+ count) ^ word(at: second.offset &+ count)
      if difference != 0 { return min(count &+ difference.trailingZeroBitCount &>> 3, most) }
      count &+= 8
    }
    return most
  }

  /// How many bytes are the same at the end of two ranges, of the last `limit` bytes.
  package func commonSuffix(_ first: ByteRange, _ second: ByteRange, upTo limit: Int) -> Int {
    let most = min(limit, second.count)
    var count = 0
    while count < most, self[first.end &- count &- 1] == self[second.end &- count &- 1] {
      count &+= 1
    }
    return count
  }
}

extension ScratchPool {
  /// The text of strings that start as the one before them does (SPEC §8.6.7 Front coding).
  ///
  /// - Parameters:
  ///   - rests: A text of `count` values.
  ///   - lengths: How many bytes of the value before come first.
  ///   - count: The number of values.
  ///   - byteLimit: The most bytes of the text.
  /// - Returns: The text, or `nil` where a length is out of range or there are too many bytes.
  /// - Complexity: O(*n*) for *n* bytes of text.
  package mutating func joinFronts(
    _ rests: ByteView, _ lengths: IntegerView, count: Int, byteLimit: Int
  ) -> ByteView? {
    var total = rests.count
    for row in 0..<count {
      let length = lengths[row]
      guard length >= 0, length <= Int64(byteLimit) else { return nil }
      total += Int(length)
      guard total <= byteLimit else { return nil }
    }
    let start = unsafe UnsafeMutableRawPointer(allocate(total, of: UInt8.self))
    var out = unsafe start
    var last = unsafe start
    var lastCount = 0
    var source = unsafe rests.base
    let end = unsafe rests.base + rests.count
    for row in 0..<count {
      let length = Int(lengths[row])
      guard unsafe length <= lastCount && source < end else { return nil }
      let value = unsafe out
      unsafe out.copyMemory(from: last, byteCount: length)
      unsafe out += length
      while true {
        // A text ends with a terminator, so that none is missing.
        let byte = unsafe source.load(as: UInt8.self)
        unsafe out.storeBytes(of: byte, as: UInt8.self)
        unsafe source += 1
        unsafe out += 1
        if byte >= ASCII.space { continue }
        guard byte == TextTerminator.string else { return nil }
        break
      }
      unsafe last = value
      lastCount = unsafe out - value - 1
    }
    return unsafe source == end ? ByteView(start, count: total) : nil
  }
}
