// SPDX-License-Identifier: Apache-2.0

/// Something that bytes are written to, in order: an array, a file, a pipe, a socket.
package protocol ByteSink: ~Copyable {
  /// What can go wrong.
  associatedtype Failure: Error

  /// Writes all of `bytes` behind what was written before.
  mutating func write(_ bytes: [UInt8]) throws(Failure)
}

extension Array: ByteSink where Element == UInt8 {
  /// Appends all of `bytes`.
  package mutating func write(_ bytes: [UInt8]) throws(Never) {
    self += bytes
  }
}
