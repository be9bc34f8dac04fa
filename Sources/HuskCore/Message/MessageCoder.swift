// SPDX-License-Identifier: Apache-2.0

/// Encodes and decodes single messages with a template (SPEC §13 Row layout).
///
///     var coder = MessageCoder(template)
///     let message = try coder.encode(json)
///     let same = try coder.decode(message)
///
/// Making a coder costs much more than a message, so one is worth keeping; it serves one thread.
/// Messages do not depend on one another.
public struct MessageCoder: ~Copyable {
  /// The identity of the template.
  public let templateID: TemplateID
  /// The template.
  package let template: MessageTemplate
  private var codec: RowCodec
  /// The template as it is embedded, once it was.
  private var embedded: [UInt8] = []

  /// Prepares to use a template.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the template.
  public init(_ template: MessageTemplate, limits: Limits = Limits()) {
    self.template = template
    templateID = template.id
    codec = RowCodec(template, id: templateID, limits: limits)
  }

  /// Encodes one JSON text.
  ///
  /// It succeeds whatever the text holds: what the template does not know is carried as it is.
  ///
  /// - Returns: The message; ``decode(_:)`` gives `json` back from it, byte for byte.
  /// - Throws: ``HuskError`` where `json` is not one JSON text, or a decoder with the same limits
  ///   would refuse the message.
  /// - Complexity: O(*n*) for *n* bytes.
  public mutating func encode(
    _ json: [UInt8], as form: MessageForm = .referenced
  ) throws(HuskError) -> [UInt8] {
    let bytes = PaddedBytes(json)
    let values = try DeepStack.walk { () throws(HuskError) in try codec.encode(bytes) }
    let limit = codec.limits.decodedByteCount(forInputOf: values.count)
    guard bytes.count <= limit else {
      throw HuskError(
        .limitExceeded, "more than the limit of \(limit) bytes that the message may decode to")
    }
    var message = form.magic
    switch form {
    case .bare: break
    case .referenced: message += templateID.bytes.prefix(MessageParts.referenceByteCount)
    case .embedded: message += embeddedTemplate()
    }
    let check = Checksum.crc32(bytes, seed: codec.checkSeed)
    for place in 0..<form.checkByteCount {
      message.append(UInt8(truncatingIfNeeded: check >> UInt32(8 * place)))
    }
    return message + values
  }

  private mutating func embeddedTemplate() -> [UInt8] {
    guard embedded.isEmpty else { return embedded }
    var compressor = CompressionMethod.auto.textCompressor(Effort(level: 9), zstdLevel: 19)
    let payload = TemplateFrame(template.content, &compressor).payload
    Varint.append(payload.count, to: &embedded)
    embedded += payload
    return embedded
  }

  /// Decodes a message of this template in any form; bytes that do not say what they are count as a
  /// bare message.
  ///
  /// - Returns: The JSON text, verified against the check of the message.
  /// - Throws: ``HuskError/Code/templateMismatch`` where the message names another template,
  ///   ``HuskError/Code/checkMismatch`` where it was made with another or is damaged, and other
  ///   ``HuskError`` where it is damaged.
  /// - Complexity: O(*n*) for *n* bytes of text.
  public mutating func decode(_ message: [UInt8]) throws(HuskError) -> [UInt8] {
    guard MessageParts.isMessage(message) else {
      return try decode(message, try MessageParts(bare: message))
    }
    do throws(HuskError) {
      return try decode(message, try MessageParts(message, limits: codec.limits))
    } catch {
      // The check of a bare message can look like the start of another form.
      if let parts = try? MessageParts(bare: message), let json = try? decode(message, parts) {
        return json
      }
      throw error
    }
  }

  private mutating func decode(
    _ message: [UInt8], _ parts: MessageParts
  ) throws(HuskError) -> [UInt8] {
    guard templateID.bytes.starts(with: parts.templateID),
      parts.template.map({ $0 == template }) ?? true
    else {
      throw HuskError(
        .templateMismatch,
        "the message needs template \(Hexadecimal.string(parts.templateID)), not \(templateID)")
    }
    let bytes = PaddedBytes(message)
    let json = try DeepStack.walk { () throws(HuskError) in
      try codec.decode(bytes.source, parts.values)
    }
    let check = Checksum.crc32(json, seed: codec.checkSeed)
    let mask = UInt32.max >> UInt32(32 - 8 * parts.form.checkByteCount)
    guard check & mask == parts.check else {
      throw HuskError(
        .checkMismatch, "the message is damaged, or was made with another template")
    }
    return json
  }
}
