// SPDX-License-Identifier: Apache-2.0

/// The first four bytes of a file (SPEC §9.1 File): `FD 48 4B`, then the format version.
package enum FileMagic {
  /// The format version that is written, and the only one that is read.
  package static let version: UInt8 = 1
  /// The magic number with the version; no UTF-8 text has a byte FD.
  package static let bytes: [UInt8] = [0xFD, UInt8(ascii: "H"), UInt8(ascii: "K"), version]

  /// Checks as many bytes of the magic number as are given, up to four.
  ///
  /// - Throws: ``HuskError/Code/notHusk`` or ``HuskError/Code/unsupportedVersion`` at `offset`, the
  ///   place of the first of them in the input.
  package static func check(_ start: ArraySlice<UInt8>, at offset: Int) throws(HuskError) {
    guard start.prefix(3).elementsEqual(bytes.prefix(min(3, start.count))) else {
      let reason =
        offset == 0 ? "this is not a Husk file" : "what follows the first file is not another"
      throw HuskError(.notHusk, at: offset, reason)
    }
    guard let version = start.dropFirst(3).first, version != Self.version else { return }
    throw HuskError(
      .unsupportedVersion, at: offset + 3, "the file is of format version \(version), not 1")
  }
}
