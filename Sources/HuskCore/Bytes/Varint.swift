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

extension Varint {
  /// Reads a varint byte by byte; `nil` where it is none.
  ///
  /// - Throws: what `next` throws.
  @inline(__always) package static func read(
    _ next: () throws(HuskError) -> UInt8
  ) throws(HuskError) -> UInt64? {
    var prefix = Prefix()
    while true {
      switch prefix.append(try next()) {
      case .unfinished: continue
      case .finished: return prefix.value
      case .invalid: return nil
      }
    }
  }

  /// The first bytes of a varint, which whoever reads one appends to until it is finished.
  ///
  /// All readers have the rules from here: no more than 64 bits, and no zero byte at the end but for that of 0.
  package struct Prefix {
    /// What a byte makes of a prefix.
    package enum State {
      /// More bytes follow.
      case unfinished
      /// It is a varint.
      case finished
      /// No varint begins so.
      case invalid
    }

    /// What the bytes stand for.
    package private(set) var value: UInt64 = 0
    private var bitCount: UInt64 = 0

    /// Begins a varint.
    @inline(__always) package init() {}

    /// Appends a byte.
    @inline(__always) package mutating func append(_ byte: UInt8) -> State {
      guard bitCount < 63 || byte <= 1, byte != 0 || bitCount == 0 else { return .invalid }
      value |= UInt64(byte & 0x7F) &<< bitCount
      bitCount &+= 7
      return byte < 0x80 ? .finished : .unfinished
    }
  }
}
