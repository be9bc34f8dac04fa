// SPDX-License-Identifier: Apache-2.0

/// What is sealed of a block that was found in a file, and what it takes to open it.
package struct SealedFields: Sendable {
  /// Which fields they are.
  package var frame: FieldsFrame
  /// The payload of the template frame of the file or of its reference, or nothing.
  package var template: [UInt8]
  /// The number of blocks of the file before it.
  package var ordinal: UInt32
  /// Whether no block of the file follows.
  package var isLast: Bool
  /// The sealed bytes.
  package var segment: [UInt8]

  /// The key that opens the blocks of the file.
  ///
  /// - Throws: ``HuskError/Code/missingFieldKey``.
  func segmentKey(among keys: Keyring) throws(HuskError) -> SegmentKey {
    guard let key = keys.keys.first(where: { $0.id == frame.header.keyID }) else {
      let reason = keys.keys.isEmpty ? "no field key is given" : "that is not among those given"
      throw HuskError(
        .missingFieldKey,
        "\(frame.paths) \(frame.paths.paths.count > 1 ? "are" : "is") sealed with key "
          + "\(frame.header.keyID), and \(reason)")
    }
    return frame.segmentKey(key, template: template)
  }
}
