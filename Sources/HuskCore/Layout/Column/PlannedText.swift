// SPDX-License-Identifier: Apache-2.0

/// The text of a column (SPEC §8.6.1 Texts), which need not be put together before it is compressed.
package enum PlannedText {
  /// The bytes.
  case bytes([UInt8])
  /// The values, none of which is an array or object, and how many bytes they come to; their source must be
  /// there as long as nobody has put them together.
  case values([UInt64], ByteSource, byteCount: Int)

  /// The text of values.
  ///
  /// - Complexity: O(*n*) for *n* values, or for *n* bytes where there are arrays and objects among them.
  package init(_ values: [UInt64], _ source: ByteSource) {
    if let byteCount = ByteSource.textByteCount(values) {
      self = .values(values, source, byteCount: byteCount)
    } else {
      self = .bytes(source.gatherText(values))
    }
  }

  /// The number of bytes.
  var byteCount: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .values(_, _, let byteCount): byteCount
    }
  }

  /// Appends the bytes.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  func append(to target: inout [UInt8]) {
    switch self {
    case .bytes(let bytes): target += bytes
    case .values(let values, let source, let byteCount):
      source.appendText(values, most: byteCount, to: &target)
    }
  }
}
