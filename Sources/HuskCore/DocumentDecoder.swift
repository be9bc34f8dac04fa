// SPDX-License-Identifier: Apache-2.0

/// Decodes documents one after the other.
///
/// What ``Husk/decode(_:options:)`` makes anew for each document is kept here: contexts of
/// decompressors and buffers. What comes out is the same. A decoder serves one thread, and holds a
/// few times the memory of its largest block.
public struct DocumentDecoder: ~Copyable {
  private let options: DecodeOptions
  private var files: FileDecoder

  /// Creates a decoder.
  ///
  /// - Parameter options: How to decode.
  public init(options: DecodeOptions = DecodeOptions()) {
    self.options = options
    files = FileDecoder(options)
  }

  /// Decodes what ``DocumentEncoder`` or ``Husk/encode(json:options:)`` made.
  ///
  /// - Parameter bytes: The encoded bytes, whole.
  /// - Returns: The JSON text, verified against the check that travels with it.
  /// - Throws: ``HuskError`` that says which rule of SPEC.md the input breaks; the decoder can be
  ///   used again.
  /// - Complexity: O(*n* + *m*) for *n* encoded and *m* decoded bytes.
  public mutating func decode(_ bytes: [UInt8]) throws(HuskError) -> [UInt8] {
    var text: [UInt8] = []
    try decode(bytes, appendingTo: &text)
    return text
  }

  /// Decodes what ``DocumentEncoder`` or ``Husk/encode(json:options:)`` made, and appends the text
  /// to an array, whose room is used again where it was kept.
  ///
  /// - Parameters:
  ///   - bytes: The encoded bytes, whole.
  ///   - text: Where the JSON text is appended; it is as it was where that fails.
  /// - Throws: ``HuskError``, as ``decode(_:)`` does.
  /// - Complexity: O(*n* + *m*) for *n* encoded and *m* decoded bytes.
  public mutating func decode(
    _ bytes: [UInt8], appendingTo text: inout [UInt8]
  ) throws(HuskError) {
    let start = text.count
    do throws(HuskError) {
      let content = try Husk.unwrap(bytes, options)
      if content.first == FileMagic.bytes[0], !MessageParts.isMessage(content) {
        try files.decode(whole: content, appendingTo: &text)
      } else {
        text += try Husk.decodeUnwrapped(content, options)
      }
    } catch {
      text.removeLast(text.count - start)
      throw error
    }
  }
}
