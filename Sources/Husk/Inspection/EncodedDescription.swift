// SPDX-License-Identifier: Apache-2.0

package import HuskCore

/// What `husk inspect --json` prints, of bytes in memory.
package enum EncodedDescription {
  /// Verifies a file, a document in the text layout or a message, and describes it.
  ///
  /// - Parameters:
  ///   - bytes: The encoded bytes, whole.
  ///   - options: How to decode them.
  ///   - messages: What decodes a message; where it has not the template, the rest is described.
  /// - Returns: One line of JSON, with its line feed.
  /// - Throws: ``HuskError``.
  /// - Complexity: O(*n* + *m*) for *n* encoded and *m* decoded bytes.
  package static func json(
    _ bytes: [UInt8], options: DecodeOptions, messages: MessageDecoder
  ) throws(HuskError) -> [UInt8] {
    let content = try Husk.unwrap(bytes, options)
    if MessageParts.isMessage(content) {
      var text: [UInt8]?
      do throws(HuskError) {
        text = try messages.decode(bytes)
      } catch  where error.code == .unknownTemplate {
        // What can be seen without the template is described.
      }
      return try MessageInspection(
        content, name: "", title: nil, decodedByteCount: text?.count
      ).json
    }
    guard content.first == FileMagic.bytes[0] else {
      return InspectionJSON.bytes(try Husk.inspect(bytes, options: options), name: "")
    }
    var inspector = FileInspector(
      limits: options.limits, policy: options.sealPolicy,
      decodedByteLimit: options.limits.decodedByteCount(forInputOf: bytes.count))
    try inspector.append(content)
    try inspector.finish()
    return FileInspectionJSON.bytes(inspector.inspection, name: "")
  }
}
