// SPDX-License-Identifier: Apache-2.0

/// Varints that are read from their last byte on (SPEC §9.6 End frames).
///
/// The bytes of a varint in reverse order. 300 becomes the two bytes `02 AC`.
package enum BackwardVarint {
  /// Appends a count, which cannot be negative, to `target`.
  ///
  /// - Complexity: O(1).
  package static func append(_ count: Int, to target: inout [UInt8]) {
    var bytes: [UInt8] = []
    Varint.append(count, to: &bytes)
    target += bytes.reversed()
  }

  /// Takes the varint that `bytes` end with off them.
  ///
  /// - Throws: ``HuskError/Code/truncated`` or ``HuskError/Code/invalidVarint``, without an offset.
  /// - Complexity: O(1).
  package static func removeLast(of bytes: inout [UInt8]) throws(HuskError) -> Int {
    let reversed = Array(bytes.suffix(10).reversed())
    var reader = ByteReader(reversed.span)
    do throws(HuskError) {
      guard let count = Int(exactly: try reader.readVarint()) else {
        throw HuskError(.invalidVarint, "an integer has more than 63 bits")
      }
      bytes.removeLast(reader.offset)
      return count
    } catch {
      throw HuskError(error.code, error.context)
    }
  }
}
