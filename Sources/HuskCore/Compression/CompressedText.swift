// SPDX-License-Identifier: Apache-2.0

/// A text as it stands in a block: compressed, or as it is.
package struct CompressedText: Equatable, Sendable {
  /// The codec that the bytes are in.
  package var codec: Codec
  /// The bytes.
  package var bytes: [UInt8]

  /// Appends the bytes to `target`.
  ///
  /// - Returns: Their codec.
  func append(to target: inout [UInt8]) -> Codec {
    target += bytes
    return codec
  }
}
