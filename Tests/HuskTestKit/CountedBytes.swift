// SPDX-License-Identifier: Apache-2.0

import HuskCore
import Synchronization

/// Bytes that know how many of them were read.
package final class CountedBytes: SeekableBytes {
  private let bytes: [UInt8]
  private let readCount = Mutex(0)

  /// Holds bytes of which none was read.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package var byteCount: Int { bytes.count }
  /// The number of bytes that were read, those counted twice that were read twice.
  package var count: Int { readCount.withLock { $0 } }

  package func read(_ range: Range<Int>) -> [UInt8] {
    readCount.withLock { $0 += range.count }
    return Array(bytes[range])
  }
}
