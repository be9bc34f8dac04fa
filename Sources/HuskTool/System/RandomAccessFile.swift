// SPDX-License-Identifier: Apache-2.0

import HuskCore

/// A regular file whose bytes are read in any order.
final class RandomAccessFile: SeekableBytes {
  private let file: FileDescriptor
  let byteCount: Int

  /// Takes an open file of so many bytes.
  init(_ file: consuming FileDescriptor, byteCount: Int) {
    self.file = file
    self.byteCount = byteCount
  }

  func read(_ range: Range<Int>) -> [UInt8] { (try? file.read(range)) ?? [] }
}
