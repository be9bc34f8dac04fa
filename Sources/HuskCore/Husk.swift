// SPDX-License-Identifier: Apache-2.0

/// The codec: JSON text to compact bytes and back, without loss of a single byte.
public enum Husk {
  /// The version of the library and the tool.
  public static let version = "0.1.0"

  /// Encodes JSON text, or a sequence of JSON texts.
  ///
  /// For many documents ``DocumentEncoder`` is faster, which keeps its memory.
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
    guard options.fieldEncryption == nil || [.auto, .column].contains(options.layout) else {
      throw HuskError(.unsupportedEncryption, "fields are sealed in block files only")
    }
    switch options.layout {
    case .text: return try wrap(try encodeText(json, options), options)
    case .row: return try wrap(try encodeMessage(json, options), options)
    case .auto, .column:
      var encoder = DocumentEncoder(options: options)
      return try encoder.encode(json: json)
    }
  }

  static func encodeText(
    _ json: [UInt8], _ options: EncodeOptions
  ) throws(HuskError) -> [UInt8] {
    // The text layout has no blocks: the whole document is one.
    let block = try RowBlock(whole: json, as: options.input, options.whitespace, options.limits)
    try options.limits.accept(documentOfByteCount: block.bytes.count)
    return TextEncoder.encode(block.tape, block.bytes.source, limits: options.limits)
  }

  private static func encodeMessage(
    _ json: [UInt8], _ options: EncodeOptions
  ) throws(HuskError) -> [UInt8] {
    guard options.input != .ndjson else {
      throw HuskError(.extraText, "a message is one text, not a sequence")
    }
    let text =
      options.whitespace == .minified ? try Minifier.minify(json, options.limits) : json
    // A value that the template lists and one message holds is written twice.
    var trainer = TemplateTrainer(
      options: TrainingOptions(minSupport: 1, includesValues: false, limits: options.limits))
    try trainer.add(text)
    var coder = MessageCoder(try trainer.train(), limits: options.limits)
    return try coder.encode(text, as: .embedded)
  }

  /// Decodes what ``encode(json:options:)`` made.
  ///
  /// For many documents ``DocumentDecoder`` is faster, which keeps its memory.
  ///
  /// - Parameters:
  ///   - bytes: The encoded bytes, whole.
  ///   - options: How to decode them.
  /// - Returns: The JSON text, verified against the check that travels with it.
  /// - Throws: ``HuskError`` that says which rule of SPEC.md the input breaks:
  ///   ``HuskError/Code/notHusk`` where it is nothing that Husk encoded, such as plain JSON, and
  ///   ``HuskError/Code/emptyInput`` where there is none.
  /// - Complexity: O(*n* + *m*) for *n* encoded and *m* decoded bytes.
  public static func decode(
    _ bytes: [UInt8], options: DecodeOptions = DecodeOptions()
  ) throws(HuskError) -> [UInt8] {
    try decodeUnwrapped(try unwrap(bytes, options), options)
  }

  /// Decodes what is neither in an envelope nor sealed as a whole.
  package static func decodeUnwrapped(
    _ bytes: [UInt8], _ options: DecodeOptions
  ) throws(HuskError) -> [UInt8] {
    if MessageParts.isMessage(bytes) { return try decodeMessage(bytes, options) }
    guard bytes.first == FileMagic.bytes[0] else {
      return try TextDecoder.decode(PaddedBytes(bytes), limits: options.limits).bytes
    }
    var text: [UInt8] = []
    var decoder = FileDecoder(options)
    try decoder.decode(whole: bytes, appendingTo: &text)
    return text
  }

  private static func decodeMessage(
    _ bytes: [UInt8], _ options: DecodeOptions
  ) throws(HuskError) -> [UInt8] {
    let parts = try MessageParts(bytes, limits: options.limits)
    guard let template = parts.template else { throw HuskError(unknownTemplate: parts.templateID) }
    var coder = MessageCoder(template, limits: options.limits)
    return try coder.decode(bytes)
  }

  /// Reads what a file in the text layout consists of: its template, dictionaries and counts.
  ///
  /// What files of blocks and messages consist of, `describe(_:showing:options:messages:)` of the module
  /// `Husk` says.
  ///
  /// - Parameters:
  ///   - bytes: The encoded bytes, whole.
  ///   - options: How to decode them.
  /// - Returns: A description of the file; the whole file has been verified by then.
  /// - Throws: ``HuskError``, as ``decode(_:options:)`` does; ``HuskError/Code/notHusk`` where it is
  ///   a file of blocks or a message.
  /// - Complexity: O(*n* + *m*) for *n* encoded and *m* decoded bytes.
  public static func inspect(
    _ bytes: [UInt8], options: DecodeOptions = DecodeOptions()
  ) throws(HuskError) -> Inspection {
    let text = try unwrap(bytes, options)
    guard text.first != FileMagic.bytes[0] else {
      let isFile = text.starts(with: FileMagic.bytes.prefix(3))
      let what = isFile ? "a file of blocks" : MessageParts.isMessage(text) ? "a message" : nil
      throw HuskError(
        .notHusk, at: 0,
        what.map { "this is \($0), which 'describe' of the module Husk describes" }
          ?? "this is not a Husk file")
    }
    let result = try TextDecoder.decode(PaddedBytes(text), limits: options.limits)
    return Inspection(
      layout: .text, formatVersion: TextEncoder.version, encodedByteCount: bytes.count,
      decodedByteCount: result.bytes.count, textCount: result.file.textCount,
      valueCount: result.valueCount, gapSurpriseCount: result.file.gaps.surprises.count,
      template: result.file.template, shapeCounts: result.shapeCounts)
  }
}
