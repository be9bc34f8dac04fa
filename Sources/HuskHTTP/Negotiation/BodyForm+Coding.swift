// SPDX-License-Identifier: Apache-2.0

public import HuskCore
internal import Synchronization

/// A coder of messages that several threads share, one after the other.
public final class SharedMessageCoder: Sendable {
  /// The identity of its template.
  public let templateID: TemplateID
  private let coder: Mutex<MessageCoder>

  /// Prepares to use a template.
  ///
  /// - Complexity: O(*n*) for *n* bytes of the template.
  public init(_ template: MessageTemplate, limits: Limits = Limits()) {
    templateID = template.id
    coder = Mutex(MessageCoder(template, limits: limits))
  }

  /// Encodes one JSON text as a message that names its template.
  public func encode(_ json: [UInt8]) throws(HuskError) -> [UInt8] {
    try coder.withLock { coder throws(HuskError) in try coder.encode(json) }
  }

  /// Decodes a message of the template.
  public func decode(_ message: [UInt8]) throws(HuskError) -> [UInt8] {
    try coder.withLock { coder throws(HuskError) in try coder.decode(message) }
  }
}

extension BodyForm {
  /// Makes the body that a JSON text has in this form.
  ///
  /// - Parameters:
  ///   - json: One JSON text; in the forms that are not Husk's, any bytes.
  ///   - coder: The coder of the form's template, where it has one.
  /// - Returns: The body.
  /// - Throws: `HuskError` where a form of Husk is asked for and it is not JSON, or where the coder
  ///   is missing or that of another template.
  /// - Complexity: O(*n*) for *n* bytes.
  public func encode(
    _ json: [UInt8], coder: SharedMessageCoder? = nil
  ) throws(HuskError) -> [UInt8] {
    var content = json
    if mediaType == .huskText {
      content = try Husk.encode(json: json, options: EncodeOptions(layout: .text))
    } else if isHusk {
      guard template == coder?.templateID || template == nil else {
        throw HuskError(.unknownTemplate, "the template of the answer is not at hand")
      }
      if template != nil, let coder { return try coder.encode(json) }
      return try Husk.encode(json: json)
    }
    return coding == .gzip ? Gzip.compress(content) : content
  }

  /// Gives back the JSON text that a body holds.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - limits: The limits in force, those on decoded bytes above all.
  ///   - coder: Finds the coder of the template whose identity starts with some bytes.
  /// - Returns: The JSON text; in the forms that are not Husk's, whatever bytes there are.
  /// - Throws: `HuskError` where the body is damaged or too large, or its template is missing.
  /// - Complexity: O(*n*) for *n* bytes of text.
  public func decode(
    _ body: [UInt8], limits: Limits = Limits(),
    coder: ([UInt8]) throws(HuskError) -> SharedMessageCoder
  ) throws(HuskError) -> [UInt8] {
    var (content, limits) = (body, limits)
    if coding == .gzip {
      // What comes in the end is counted against the bytes of the body, whatever is in between.
      limits.decodedByteCount = limits.decodedByteCount(forInputOf: body.count)
      content = try Gzip.decompress(body, limit: limits.decodedByteCount)
    }
    guard isHusk || mediaType == .huskText else { return content }
    guard MessageParts.isMessage(content) else {
      return try Husk.decode(content, options: DecodeOptions(limits: limits))
    }
    let parts = try MessageParts(content, limits: limits)
    guard parts.template == nil else {
      return try Husk.decode(content, options: DecodeOptions(limits: limits))
    }
    return try coder(parts.templateID).decode(content)
  }
}
