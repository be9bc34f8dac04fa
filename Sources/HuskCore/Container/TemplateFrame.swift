// SPDX-License-Identifier: Apache-2.0

/// The payload of a template frame (SPEC §9.3 Template frames).
///
/// | Field   | Encoding          | Meaning                                                     |
/// |---------|-------------------|-------------------------------------------------------------|
/// | `codec` | 1 byte            | How `data` is compressed                                    |
/// | `count` | varint            | The canonical bytes of the template; absent for codec 0     |
/// | `data`  | the rest          | The canonical bytes (SPEC §4.4 Canonical bytes), compressed |
package struct TemplateFrame: Equatable, Sendable {
  /// How ``data`` is compressed.
  package var codec: Codec
  /// The number of canonical bytes.
  package var byteCount: Int
  /// The canonical bytes, compressed.
  package var data: [UInt8]

  /// Creates the frame of a template, compressed where that makes it smaller.
  ///
  /// - Complexity: O(*n*) for *n* canonical bytes.
  package init(_ canonical: [UInt8], _ compressor: inout Compressor) {
    var data: [UInt8] = []
    codec = compressor.compressIfSmaller(canonical, appendingTo: &data)
    byteCount = canonical.count
    self.data = data
  }

  /// Creates the frame of a template, compressed as a text where that makes it smaller.
  ///
  /// - Complexity: O(*n*) for *n* canonical bytes.
  package init(_ canonical: [UInt8], _ compressor: inout TextCompressor) {
    let text = compressor.compress(canonical.span)
    codec = text.codec
    byteCount = canonical.count
    data = text.bytes
  }

  /// The bytes of the payload.
  package var payload: [UInt8] {
    var payload = [codec.rawValue]
    if codec != .none { Varint.append(byteCount, to: &payload) }
    return payload + data
  }

  /// The bytes that the frame takes in a file, with its header.
  package var byteCountInFile: Int {
    let byteCount = payload.count
    let type = FrameType.template.rawValue
    return FrameHeader(type: type, payloadByteCount: byteCount).byteCount + byteCount
  }

  /// Reads a payload, of which `reader` holds every byte and none more.
  ///
  /// - Throws: ``HuskError`` with the offset in `reader`.
  package init(from reader: inout ByteReader, limits: Limits) throws(HuskError) {
    codec = try Codec(from: &reader)
    let start = reader.offset
    if codec == .none {
      byteCount = reader.remaining
    } else {
      byteCount = try reader.readCount(
        upTo: limits.templateByteCount, "bytes in a template")
    }
    guard byteCount <= limits.templateByteCount else {
      throw HuskError(
        .limitExceeded, at: start, "more than \(limits.templateByteCount) bytes in a template")
    }
    let mostModelled = Codec.modelledTemplateByteLimit
    guard !codec.isModelled || byteCount <= mostModelled else {
      throw HuskError(
        .limitExceeded, at: start, "more than \(mostModelled) bytes in a modelled template")
    }
    data = try reader.readBytes(reader.remaining)
  }

  /// Decompresses the canonical bytes.
  ///
  /// - Throws: ``HuskError/Code/invalidCompression``.
  /// - Complexity: O(*n*) for *n* canonical bytes.
  package func canonicalBytes(_ decompressor: inout Decompressor) throws(HuskError) -> [UInt8] {
    var bytes: [UInt8] = []
    try decompressor.decompress(data.span, codec, count: byteCount, appendingTo: &bytes)
    return bytes
  }
}
