// SPDX-License-Identifier: Apache-2.0

/// Something whose bytes can be read in any order: an array, a file, a resource behind a server.
///
/// Reading moves no position, so several threads may read from one value at once.
package protocol SeekableBytes: ~Copyable {
  /// The number of bytes in all.
  var byteCount: Int { get }

  /// Reads the bytes of a range, which lies within ``byteCount``.
  ///
  /// - Throws: ``HuskError/Code/readFailed`` in the words of the system.
  func read(_ range: Range<Int>) throws(HuskError) -> [UInt8]
}

extension Array: SeekableBytes where Element == UInt8 {
  /// The number of elements.
  package var byteCount: Int { count }

  /// Copies the elements of a range.
  package func read(_ range: Range<Int>) -> [UInt8] {
    Array(self[range])
  }
}
