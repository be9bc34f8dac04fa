// SPDX-License-Identifier: Apache-2.0

/// The codec: JSON text to compact bytes and back, without loss of a single byte.
public enum Husk {
  /// The version of the library and the tool.
  public static let version = "0.1.0"

  /// Encodes JSON text, or a sequence of JSON texts.
  ///
  /// - Parameters:
  ///   - json: The text, in UTF-8.
  ///   - options: How to encode it.
  /// - Returns: The encoded bytes; ``decode(_:options:)`` gives `json` back from them.
  /// - Throws: ``HuskError`` with the offset, line and column of the first byte that is not
  ///   acceptable JSON, or the limit that was exceeded.
  /// - Complexity: O(*n*) for *n* bytes of text.
  public static func encode(
    json: [UInt8], options: EncodeOptions = EncodeOptions()
  ) throws(HuskError) -> [UInt8] {
    throw HuskError(.notHusk, "not there yet")
  }

  /// Decodes what ``encode(json:options:)`` made.
  ///
  /// - Parameters:
  ///   - bytes: The encoded bytes, whole.
  ///   - options: How to decode them.
  /// - Returns: The JSON text, verified against the check that travels with it.
  /// - Throws: ``HuskError`` that says which rule of SPEC.md the input breaks.
  /// - Complexity: O(*n* + *m*) for *n* encoded and *m* decoded bytes.
  public static func decode(
    _ bytes: [UInt8], options: DecodeOptions = DecodeOptions()
  ) throws(HuskError) -> [UInt8] {
    throw HuskError(.notHusk, "not there yet")
  }

  /// Reads what an encoded file consists of: its template, dictionaries and counts.
  ///
  /// - Parameters:
  ///   - bytes: The encoded bytes, whole.
  ///   - options: How to decode them.
  /// - Returns: A description of the file; the whole file has been verified by then.
  /// - Throws: ``HuskError``, as ``decode(_:options:)`` does.
  /// - Complexity: O(*n* + *m*) for *n* encoded and *m* decoded bytes.
  public static func inspect(
    _ bytes: [UInt8], options: DecodeOptions = DecodeOptions()
  ) throws(HuskError) -> Inspection {
    throw HuskError(.notHusk, "not there yet")
  }
}
