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
    var tokenizer = Tokenizer(limits: options.limits)
    let text = PaddedBytes(json)
    try tokenizer.tokenize(text, as: options.input)
    switch options.whitespace {
    case .preserved:
      return TextEncoder.encode(tokenizer.tape, text.source, limits: options.limits)
    case .minified:
      let minified = PaddedBytes(Minifier.minify(tokenizer.tape, text.source))
      try tokenizer.tokenize(minified, as: options.input)
      return TextEncoder.encode(tokenizer.tape, minified.source, limits: options.limits)
    }
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
    try TextDecoder.decode(PaddedBytes(bytes), limits: options.limits).bytes
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
    let result = try TextDecoder.decode(PaddedBytes(bytes), limits: options.limits)
    return Inspection(
      layout: .text, formatVersion: TextEncoder.version, encodedByteCount: bytes.count,
      decodedByteCount: result.bytes.count, textCount: result.file.textCount,
      valueCount: result.valueCount, gapSurpriseCount: result.file.gaps.surprises.count,
      template: result.file.template, shapeCounts: result.shapeCounts)
  }
}
