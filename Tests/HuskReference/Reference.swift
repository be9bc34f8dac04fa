// SPDX-License-Identifier: Apache-2.0

/// A decoder that was written from SPEC.md alone, for comparison with the one that is fast.
///
/// It shares no code with the library, and takes from the system what the library takes from it:
/// DEFLATE, Zstandard, Brotli and cryptography. Its files are in the order of the specification,
/// one for each subject, and say which section they follow.
///
/// It promises to decode every input that the specification allows to the document that it stands
/// for, and to refuse every other, within the limits. It does not promise the code of an error where
/// several rules are broken, nor where a byte is at fault, and it is slow: it has everything in memory,
/// and believes a block that announces many entries of a constant. It is for tests.
package struct Reference: Sendable {
  /// The limits that are kept.
  package var limits = ReferenceLimits()
  /// Whether the checks of sections are verified, beside those of texts.
  package var verifiesSections = false
  /// The canonical bytes of templates that files and messages may name.
  package var templates: [[UInt8]] = []
  /// The text of a key file with the keys that open files and messages.
  package var keys: [UInt8]?
  /// The words that open files and messages.
  package var passphrase: [UInt8]?
  /// The text of a key file with the keys that open fields.
  package var fieldKeys: [UInt8]?
  /// Whether `null` is given in place of sealed fields without a key.
  package var redactsFields = false
  /// Whether what is not sealed is refused.
  package var requiresSeal = false

  /// Creates a decoder with default limits and no keys.
  package init() {}

  /// Decodes a file of any layout or a message that says what it is, sealed or in an envelope.
  package func decode(_ input: [UInt8]) throws -> [UInt8] {
    try documents(input).reduce(into: []) { $0 += $1.text }
  }

  /// The documents of an input, of which a concatenation of files has several.
  func documents(_ input: [UInt8]) throws -> [ReferenceDocument] {
    // Whether it is needed or not, a key file is one.
    for text in [keys, fieldKeys] { _ = try text.map { try Keyring($0) } }
    if Envelope.isOne(input) {
      let content = try Envelope.open(input)
      let isEnvelope = Envelope.isOne(content)
      try demand(!isEnvelope, .invalidEnvelope, "an envelope in an envelope")
      return try documents(content)
    }
    if input.starts(with: SealedMessage.magic) {
      return [ReferenceDocument(text: try decodePlain(SealedMessage.open(input, self)))]
    }
    if input.starts(with: ContainerFile.magic) {
      return try FileDecoder.documents(of: input, self)
    }
    try demand(!requiresSeal, .notSealed, "the input is not sealed")
    return [ReferenceDocument(text: try decodePlain(input))]
  }

  private func decodePlain(_ input: [UInt8]) throws -> [UInt8] {
    if let id = MessageDecoder.id(input) {
      let template = templates.first { Identity.of($0).starts(with: id) }
      guard let template else {
        throw ReferenceFault(.unknownTemplate, "the template is not at hand")
      }
      return try MessageDecoder(template: template, limits: limits).decode(input)
    }
    if let template = try MessageDecoder.embeddedTemplate(input, limits) {
      return try MessageDecoder(template: template, limits: limits).decode(input)
    }
    if input.first == 0xFD { return try FileDecoder.decode(input, self) }
    return try TextLayout.decode(input, limits)
  }

  /// Refuses what is no document (SPEC §3 JSON texts), or not as many texts as are asked for.
  package func demandDocument(_ document: [UInt8], textCounts: ClosedRange<Int>) throws {
    let texts = try JSONParser.document(document, depthLimit: limits.depth)
    try demand(texts.count >= textCounts.lowerBound, .emptyInput, "there is no text")
    try demand(texts.count <= textCounts.upperBound, .extraText, "\(texts.count) texts")
  }

  /// The identity of a template that is written as JSON (SPEC §4.5 Identity).
  package func identity(ofTemplate json: [UInt8]) throws -> String {
    let text = try JSONParser.oneText(json, depthLimit: limits.fileDepth)
    return try identity(ofCanonical: TextTemplate.read(text, limits).canonicalBytes)
  }

  /// The identity of the template of canonical bytes.
  package func identity(ofCanonical bytes: [UInt8]) throws -> String {
    let template = try TemplateBytes.read(bytes, limits)
    return Hexadecimal.digits(Identity.of(template.canonicalBytes))
  }

  /// Refuses canonical bytes that are those of no message template (SPEC §13.2 Message templates).
  package func demandMessageTemplate(_ canonical: [UInt8]) throws {
    _ = try MessageTemplate(canonical, limits)
  }

  /// The string that a mask holds at a second since 1970 (SPEC §14.10 Masks).
  package func unmask(_ mask: [UInt8], context: [UInt8], now: Int) throws -> [UInt8] {
    try Mask.open(mask, context: context, now: now, Keyring(keys ?? []))
  }
}
