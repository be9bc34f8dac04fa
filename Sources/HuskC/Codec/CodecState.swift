// SPDX-License-Identifier: Apache-2.0

internal import Husk
internal import HuskCore

/// The settings of a codec, and what is kept from call to call.
struct CodecState: ~Copyable {
  /// What was set.
  private(set) var settings = Settings()
  private var documentEncoder: DocumentEncoder?
  private var documentDecoder: DocumentDecoder?
  private var messageCoder: MessageCoder?
  private var messageDecoder: MessageDecoder?
  private var unsealedFields = CText.empty

  /// Changes the settings, and lets go of what was made for the old ones.
  mutating func change(
    _ body: (inout Settings) throws(Failure) -> Void
  ) throws(Failure) {
    try body(&settings)
    documentEncoder = nil
    documentDecoder = nil
    messageCoder = nil
    messageDecoder = nil
  }

  /// Encodes a document, or a text as a message where a template is set.
  mutating func encode(_ json: [UInt8]) throws(Failure) -> [UInt8] {
    let options = try settings.encodeOptions()
    if let template = settings.template { return try encodeMessage(json, template, options) }
    do throws(HuskError) {
      if let bytes = try documentEncoder?.encode(json: json) { return bytes }
      var encoder = DocumentEncoder(options: options)
      let bytes = try encoder.encode(json: json)
      documentEncoder = consume encoder
      return bytes
    } catch { throw Failure(error) }
  }

  private mutating func encodeMessage(
    _ json: [UInt8], _ template: MessageTemplate, _ options: EncodeOptions
  ) throws(Failure) -> [UInt8] {
    guard options.fieldEncryption == nil else {
      throw .argument("fields are sealed in block files only, and a template is set")
    }
    do throws(HuskError) {
      let text =
        options.whitespace == .minified ? try Minifier.minify(json, settings.limits) : json
      if let message = try messageCoder?.encode(text, as: settings.form) {
        return try Husk.wrap(message, options)
      }
      var coder = MessageCoder(template, limits: settings.limits)
      let message = try coder.encode(text, as: settings.form)
      messageCoder = consume coder
      return try Husk.wrap(message, options)
    } catch { throw Failure(error) }
  }

  /// Lists the fields to seal that the last document had not, a line for each.
  mutating func listUnsealedFields() -> CText {
    unsealedFields = CText((documentEncoder?.unsealedPaths ?? []).joined(separator: "\n"))
    return unsealedFields
  }

  /// Decodes a document or a message, or what is selected of it.
  mutating func decode(_ bytes: [UInt8]) throws(Failure) -> [UInt8] {
    do throws(HuskError) {
      if let selection = settings.selection { return try decode(bytes, selection) }
      let options = settings.decodeOptions
      // Files are opened frame by frame.
      if bytes.starts(with: FileMagic.bytes.prefix(2)) { return try decodeDocument(bytes) }
      guard settings.template != nil else {
        let content = try Husk.unwrap(bytes, options)
        return MessageParts.isMessage(content)
          ? try decodeMessage(bytes) : try decodeDocument(bytes)
      }
      return try decodeAnything(bytes)
    } catch { throw Failure(error) }
  }

  /// Decodes what may be a bare message, which does not say so.
  private mutating func decodeAnything(_ bytes: [UInt8]) throws(HuskError) -> [UInt8] {
    let looksLikeText = bytes.first == ASCII.openBrace
    do throws(HuskError) {
      return looksLikeText ? try decodeDocument(bytes) : try decodeMessage(bytes)
    } catch let fault {
      // Whatever is decoded has been compared with a check, so it is what it was taken for.
      let json = looksLikeText ? try? decodeMessage(bytes) : try? decodeDocument(bytes)
      guard let json else { throw fault }
      return json
    }
  }

  private mutating func decodeDocument(_ bytes: [UInt8]) throws(HuskError) -> [UInt8] {
    if let text = try documentDecoder?.decode(bytes) { return text }
    var decoder = DocumentDecoder(options: settings.decodeOptions)
    let text = try decoder.decode(bytes)
    documentDecoder = consume decoder
    return text
  }

  private mutating func decodeMessage(_ bytes: [UInt8]) throws(HuskError) -> [UInt8] {
    let decoder = messageDecoder ?? settings.messageDecoder()
    messageDecoder = decoder
    return try decoder.decode(bytes)
  }

  private func decode(
    _ bytes: [UInt8], _ selection: Selection
  ) throws(HuskError) -> [UInt8] {
    var options = settings.decodeOptions
    let limit = options.limits.decodedByteCount(forInputOf: bytes.count)
    // Nor may a block be longer.
    options.limits.blockByteCount = min(options.limits.blockByteCount, limit)
    var text: [UInt8] = []
    func append(_ piece: [UInt8]) throws(HuskError) {
      guard piece.count <= limit - text.count else {
        throw HuskError(.limitExceeded, "more than the limit of \(limit) decoded bytes")
      }
      text += piece
    }
    if settings.rows != nil,
      var decoder = IndexedDecoder(selection, reading: bytes, options: options)
    {
      while let piece = try decoder.next() { try append(piece) }
      return text
    }
    var decoder = SelectiveDecoder(
      selection, options: options, messages: settings.messageDecoder())
    decoder.append(bytes)
    decoder.finish()
    while let piece = try decoder.next() { try append(piece) }
    return text
  }
}
