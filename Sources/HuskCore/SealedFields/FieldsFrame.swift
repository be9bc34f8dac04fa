// SPDX-License-Identifier: Apache-2.0

/// The payload of a fields frame: which fields of the blocks are sealed (SPEC §14.8 Sealed fields).
///
/// | Field    | Encoding      | Meaning                                                       |
/// |----------|---------------|---------------------------------------------------------------|
/// | `header` | 25 bytes      | ``EncryptionHeader``                                          |
/// | `paths`  | varint        | The number of paths                                           |
/// | paths    |               | Each the number of its steps (varint), each step its number of bytes (varint) and bytes |
/// | `check`  | 4 bytes       | Check of the payload before it, lowest byte first             |
package struct FieldsFrame: Sendable, Equatable {
  /// What the fields are sealed with.
  package var header: EncryptionHeader
  /// Which they are.
  package var paths: FieldPaths
  /// The bytes of the payload.
  package let payload: [UInt8]

  /// Creates a frame from its parts.
  package init(_ header: EncryptionHeader, _ paths: FieldPaths) {
    self.header = header
    self.paths = paths
    var payload = header.bytes
    Varint.append(paths.paths.count, to: &payload)
    for path in paths.paths {
      Varint.append(path.count, to: &payload)
      for step in path {
        Varint.append(step.count, to: &payload)
        payload += step
      }
    }
    payload.appendLittleEndian(Checksum.crc32(payload.span))
    self.payload = payload
  }

  /// Reads a payload, of which `reader` holds every byte and none more.
  ///
  /// - Throws: ``HuskError`` with the offset in `reader`.
  package init(from reader: inout ByteReader) throws(HuskError) {
    let header = try EncryptionHeader(from: &reader)
    guard header.cost == nil else {
      throw HuskError(.unsupportedEncryption, at: 0, "fields are sealed with a passphrase")
    }
    let start = reader.offset
    var steps: [[[UInt8]]] = []
    var stepCount = 0
    for _ in 0..<(try reader.readCount(ofAtLeast: 2)) {
      let count = try reader.readCount()
      stepCount += count
      guard stepCount <= FieldPaths.maxStepCount else {
        throw HuskError(
          .limitExceeded, at: start, "more than \(FieldPaths.maxStepCount) steps to sealed fields")
      }
      var path: [[UInt8]] = []
      for _ in 0..<count { path.append(try reader.readBytes(try reader.readCount())) }
      steps.append(path)
    }
    guard let paths = FieldPaths(steps: steps) else {
      throw HuskError(
        .invalidFrame, at: start, "the paths of sealed fields are none, empty or in one another")
    }
    self.init(header, paths)
    let check: UInt32 = try reader.readLittleEndian()
    let expected = payload.suffix(Checksum.byteCount).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    guard check == expected else {
      throw HuskError(.checkMismatch, at: start, "the paths of sealed fields are damaged")
    }
    guard reader.remaining == 0 else {
      throw HuskError(.invalidFrame, at: reader.offset, "bytes follow the paths of sealed fields")
    }
  }

  /// What the fields of a file are sealed with.
  ///
  /// - Parameters:
  ///   - key: The key that the header names.
  ///   - template: The payload of the template frame of the file or of its reference, or nothing.
  /// - Returns: The key of the segments.
  func segmentKey(_ key: EncryptionKey, template: [UInt8]) -> SegmentKey {
    SegmentKey(
      key, header, .fields, head: payload + TemplateID(hashing: template).bytes)
  }
}
