// SPDX-License-Identifier: Apache-2.0

extension ByteSource {
  /// Strings as what each shares with the one before it, in bytes, and a text of the rest.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package func frontCode(_ strings: ArraySlice<UInt64>) -> (lengths: [Int64], rests: [UInt8]) {
    var lengths: [Int64] = []
    var rests: [UInt8] = []
    var restCount = strings.count
    lengths.append(addingCapacity: strings.count) { output in
      var last = ByteRange(offset: 0, count: 0)
      for word in strings {
        let content = Token(word: word).content
        let shared = commonPrefix(last, content, upTo: last.count)
        output.append(Int64(shared))
        restCount &+= content.count &- shared
        last = content
      }
    }
    rests.append(addingCapacity: restCount + Self.textSlack) { output in
      unsafe output.withUnsafeMutableBufferPointer { target, initialized in
        guard let start = target.baseAddress else { return }
        unsafe copyRests(of: strings, lengths, to: UnsafeMutableRawPointer(start))
        initialized = restCount
      }
    }
    return (lengths, rests)
  }

  /// Writes what follows the first bytes of strings, with terminators, and up to ``textSlack`` more bytes.
  private func copyRests(
    of strings: ArraySlice<UInt64>, _ lengths: [Int64], to start: UnsafeMutableRawPointer
  ) {
    var next = unsafe start
    for (word, length) in zip(strings, lengths) {
      let content = Token(word: word).content
      let shared = Int(truncatingIfNeeded: length)
      let count = content.count &- shared
      unsafe copy(ByteRange(offset: content.offset &+ shared, count: count), to: next)
      unsafe next += count
      unsafe next.storeBytes(of: TextTerminator.string, as: UInt8.self)
      unsafe next += 1
    }
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

/// What is kept of the value before, where values start as it does.
@safe struct FrontState: BitwiseCopyable {
  /// The value, without its quotes.
  private var last: UnsafeMutableRawPointer?
  private var capacity = 0
  private let room: UnsafeMutablePointer<PieceRoom>

  init(in room: UnsafeMutablePointer<PieceRoom>) {
    unsafe self.room = unsafe room
    unsafe last = nil
  }

  /// How many bytes may be read and written behind the value.
  private static let padding = 16

  /// Writes the first bytes of the value before, and up to 16 more.
  @inline(__always) func write(_ count: Int, to out: UnsafeMutableRawPointer) {
    if count > 0, let last = unsafe last { unsafe ByteCopying.copy(last, out, count) }
  }

  /// Takes note of a value that has the first `shared` bytes of the one before; 16 more can be read.
  @inline(__always) mutating func keep(
    _ value: UnsafeRawPointer, _ count: Int, sharing shared: Int
  ) {
    if let last = unsafe last, count <= capacity {
      unsafe ByteCopying.copy(value + shared, last + shared, count &- shared)
    } else {
      unsafe keepFirst(value, count)
    }
  }

  /// Takes note of a value that there is no room for yet.
  @inline(never) private mutating func keepFirst(_ value: UnsafeRawPointer, _ count: Int) {
    capacity = max(2 * capacity, count, 64)
    let room = unsafe UnsafeMutableRawPointer(
      room.pointee.allocate(capacity + Self.padding, of: UInt8.self))
    unsafe room.copyMemory(from: value, byteCount: count)
    unsafe last = unsafe room
  }
}

extension ScratchPool {
  /// A column of values that start as the ones before them, and the bytes that they come to
  /// (SPEC §8.6.7 Front coding).
  ///
  /// - Parameters:
  ///   - rests: A text of `count` values.
  ///   - lengths: How many bytes of the value before come first.
  ///   - count: The number of values.
  ///   - byteLimit: The most bytes of all values, with one more for each.
  /// - Returns: The column, or `nil` where a length is out of range, there are too many bytes, or the rests
  ///   are not those of so many strings.
  /// - Complexity: O(*n*) for *n* values and bytes of rests.
  package mutating func frontCoded(
    _ rests: ByteView, _ lengths: IntegerView, count: Int, byteLimit: Int
  ) -> (column: ColumnCursor, byteCount: Int)? {
    guard
      let total = Self.joinedByteCount(rests, lengths, count: count, byteLimit: byteLimit)
    else { return nil }
    let state = unsafe copy([FrontState(in: pieceRoom)])
    return unsafe (
      ColumnCursor(.frontCoded, count, lengths, rests.base, UnsafeMutableRawPointer(state)), total
    )
  }

  /// The bytes that a text comes to, or `nil` where a length is out of range, there are too many bytes, or the
  /// rests are not those of so many strings.
  private static func joinedByteCount(
    _ rests: ByteView, _ lengths: IntegerView, count: Int, byteLimit: Int
  ) -> Int? {
    var total = rests.count
    var walk = IntegerWalk(lengths, count)
    var lastCount = 0
    var source = unsafe rests.base
    let end = unsafe rests.base + rests.count
    for _ in 0..<count {
      guard let length = walk.next(), length >= 0, length <= Int64(lastCount),
        unsafe source < end
      else { return nil }
      total += Int(length)
      guard total <= byteLimit else { return nil }
      // A text ends with a terminator, so that none is missing.
      let restCount = unsafe ValueWriting.textCount(source)
      unsafe source += restCount
      guard unsafe source.load(as: UInt8.self) == TextTerminator.string else { return nil }
      lastCount = Int(length) + restCount
      unsafe source += 1
    }
    return unsafe source == end ? total : nil
  }
}

extension ValueWriting {
  /// Writes the next value that starts as the one before it does.
  ///
  /// All lengths and rests were seen to be in order when the column was made.
  @inline(never) static func frontCoded(
    _ cursor: Cursor, _ out: UnsafeMutableRawPointer, _ limit: UnsafeMutableRawPointer
  ) -> Written {
    guard unsafe cursor.pointee.takesValue() else { return unsafe goOn(cursor, out, limit) }
    let shared = unsafe Int(truncatingIfNeeded: cursor.pointee.integers.take())
    let rest = unsafe cursor.pointee.bytes
    let restCount = unsafe textCount(rest)
    let count = shared &+ restCount
    guard unsafe limit - out >= count &+ 2 else { return unsafe Written(out, .full) }
    let state = unsafe cursor.pointee.parts.assumingMemoryBound(to: FrontState.self)
    unsafe out.storeBytes(of: ASCII.quote, as: UInt8.self)
    let value = unsafe out + 1
    unsafe state.pointee.write(shared, to: value)
    // Up to 16 bytes are written behind the limit.
    unsafe ByteCopying.copy(rest, value + shared, restCount)
    unsafe state.pointee.keep(value, count, sharing: shared)
    unsafe cursor.pointee.bytes = unsafe rest + restCount + 1
    unsafe value.storeBytes(of: ASCII.quote, toByteOffset: count, as: UInt8.self)
    return unsafe Written(value + count + 1, .none)
  }
}
