// SPDX-License-Identifier: Apache-2.0

/// Something whose bytes can be read in any order: an array, a file, a resource behind a server.
///
/// Reading moves no position, so several threads may read from one value at once.
package protocol SeekableBytes: ~Copyable {
  /// The number of bytes in all.
  var byteCount: Int { get }

  /// Reads the bytes of a range, which lies within ``byteCount``.
  ///
  /// - Returns: The bytes, or fewer where the system refuses some. Whoever owns the source knows
  ///   why; whoever reads from it says ``HuskError/Code/truncated``.
  func read(_ range: Range<Int>) -> [UInt8]
}

extension SeekableBytes where Self: ~Copyable {
  /// Reads all bytes of a range, which lies within ``byteCount``.
  ///
  /// - Throws: ``HuskError/Code/truncated`` with the offset of the first that is missing.
  func bytes(_ range: Range<Int>) throws(HuskError) -> [UInt8] {
    let bytes = read(range)
    guard bytes.count == range.count else {
      throw HuskError(
        .truncated, at: range.lowerBound + bytes.count, "bytes of the input cannot be read")
    }
    return bytes
  }
}

extension Array: SeekableBytes where Element == UInt8 {
  /// The number of elements.
  package var byteCount: Int { count }

  /// Copies the elements of a range.
  package func read(_ range: Range<Int>) -> [UInt8] {
    Array(self[range])
  }
}
