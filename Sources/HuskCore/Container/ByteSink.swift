// SPDX-License-Identifier: Apache-2.0

/// Something that bytes are written to, in order: an array, a file, a pipe, a socket.
package protocol ByteSink: ~Copyable {
  /// Writes all of `bytes` behind what was written before.
  ///
  /// - Throws: ``HuskError/Code/writeFailed`` in the words of the system.
  mutating func write(_ bytes: [UInt8]) throws(HuskError)
}

extension Array: ByteSink where Element == UInt8 {
  /// Appends all of `bytes`.
  package mutating func write(_ bytes: [UInt8]) {
    self += bytes
  }
}
