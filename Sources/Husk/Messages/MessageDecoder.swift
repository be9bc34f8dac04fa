// SPDX-License-Identifier: Apache-2.0

public import HuskCore

/// Decodes messages of any template, which it asks for where it has not met it.
///
/// It keeps the coders of the templates it met last; it serves one thread.
public final class MessageDecoder {
  /// Finds the template whose identity starts with some bytes.
  public typealias Lookup = ([UInt8]) throws(HuskError) -> MessageTemplate

  /// A class, so that coders, which cannot be copied, can be kept in an array.
  private final class Kept {
    var coder: MessageCoder

    init(_ coder: consuming MessageCoder) { self.coder = coder }
  }

  /// So many coders are kept.
  private static let most = 16

  private let options: DecodeOptions
  private let lookup: Lookup
  private let bare: Kept?
  private var kept: [Kept] = []

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - template: The template of bare messages, and the first to be tried for others.
  ///   - options: The limits in force, and the keys of sealed messages.
  ///   - lookup: Finds other templates, or throws an error that says which one is missing.
  public init(
    _ template: MessageTemplate? = nil, options: DecodeOptions = DecodeOptions(),
    lookup: @escaping Lookup
  ) {
    self.options = options
    self.lookup = lookup
    bare = template.map { Kept(MessageCoder($0, limits: options.limits)) }
  }

  /// Decodes a message, which may be sealed or in an envelope.
  ///
  /// - Returns: The JSON text, verified.
  /// - Throws: ``HuskError/Code/truncated`` where nothing comes,
  ///   ``HuskError/Code/templateMismatch`` where a bare message comes and no template was named, what
  ///   the lookup throws, and what ``MessageCoder/decode(_:)`` throws.
  /// - Complexity: O(*n*) for *n* bytes of text, and of the template where it is new.
  public func decode(_ message: [UInt8]) throws(HuskError) -> [UInt8] {
    do throws(HuskError) {
      return try decodeUnwrapped(try Husk.unwrap(message, options))
    } catch {
      // A check of a bare message can look like the start of something sealed, or of an envelope.
      if let bare, !options.requiresSeal, let json = try? bare.coder.decode(message) { return json }
      throw error
    }
  }

  /// The template of a message that says which it is.
  func template(of parts: MessageParts) throws(HuskError) -> MessageTemplate {
    try coder(for: parts).coder.template
  }

  /// Decodes what is neither in an envelope nor sealed.
  func decodeUnwrapped(_ message: [UInt8]) throws(HuskError) -> [UInt8] {
    guard MessageParts.isMessage(message) else {
      guard !message.isEmpty else { throw HuskError(.truncated, at: 0, "the message is empty") }
      guard let bare else {
        throw HuskError(
          .templateMismatch, "the message does not name its template, so it has to be given")
      }
      return try bare.coder.decode(message)
    }
    do throws(HuskError) {
      let parts = try MessageParts(message, limits: options.limits)
      return try coder(for: parts).coder.decode(message)
    } catch {
      // It can look like that of another form, too; what a message says it is comes first, for its
      // check is the longer one.
      if let bare, let json = try? bare.coder.decode(message) { return json }
      throw error
    }
  }

  private func coder(for parts: MessageParts) throws(HuskError) -> Kept {
    let id = parts.template?.id.bytes ?? parts.templateID
    if let bare, bare.coder.templateID.bytes.starts(with: id) { return bare }
    if let index = kept.firstIndex(where: { $0.coder.templateID.bytes.starts(with: id) }) {
      // The one that was met last goes last.
      kept.append(kept.remove(at: index))
      return kept[kept.count - 1]
    }
    let template: MessageTemplate
    if let own = parts.template { template = own } else { template = try lookup(id) }
    if kept.count >= Self.most { kept.removeFirst() }
    let new = Kept(MessageCoder(template, limits: options.limits))
    kept.append(new)
    return new
  }
}
