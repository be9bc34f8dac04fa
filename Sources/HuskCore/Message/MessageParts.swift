// SPDX-License-Identifier: Apache-2.0

/// The parts of a message (SPEC §13.1 Messages).
public struct MessageParts: Sendable {
  /// The form.
  public let form: MessageForm
  /// The first bytes of the identity of the template; empty in other forms than referenced.
  public let templateID: [UInt8]
  /// The template, where it is embedded.
  public let template: MessageTemplate?
  /// The lowest bytes of the check.
  let check: UInt32
  /// Where the values stand.
  let values: ByteRange

  /// The number of bytes that the values take.
  public var valueByteCount: Int { values.count }

  /// How many bytes of the identity a reference has.
  public static let referenceByteCount = 8

  /// Whether bytes start as a message does that says what it is.
  public static func isMessage(_ bytes: [UInt8]) -> Bool {
    bytes.starts(with: MessageForm.referenced.magic)
      || bytes.starts(with: MessageForm.embedded.magic)
  }

  /// Reads what stands around the values of a message that says what it is.
  ///
  /// - Throws: ``HuskError/Code/notHusk``, ``HuskError/Code/truncated``, or what reading an embedded
  ///   template throws.
  /// - Complexity: O(*n*) for *n* bytes of a template that is embedded.
  public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(HuskError) {
    guard Self.isMessage(bytes) else { throw HuskError(.notHusk, at: 0, "this is not a message") }
    let form: MessageForm = bytes[1] == MessageForm.referenced.magic[1] ? .referenced : .embedded
    var reader = ByteReader(bytes.span)
    _ = try reader.readBytes(form.magic.count)
    var id: [UInt8] = []
    var template: MessageTemplate?
    if form == .referenced {
      id = try reader.readBytes(Self.referenceByteCount)
    } else {
      let payload = try reader.readBytes(try reader.readCount())
      var inner = ByteReader(payload.span)
      let frame = try TemplateFrame(from: &inner, limits: limits.ofMessageTemplates)
      var decompressor = Decompressor()
      template = try MessageTemplateReader.read(
        try frame.canonicalBytes(&decompressor), limits: limits)
    }
    try self.init(&reader, form, id, template, bytes.count)
  }

  /// Reads a bare message.
  ///
  /// - Throws: ``HuskError/Code/truncated``.
  init(bare bytes: [UInt8]) throws(HuskError) {
    var reader = ByteReader(bytes.span)
    try self.init(&reader, .bare, [], nil, bytes.count)
  }

  private init(
    _ reader: inout ByteReader, _ form: MessageForm, _ id: [UInt8], _ template: MessageTemplate?,
    _ count: Int
  ) throws(HuskError) {
    var check: UInt32 = 0
    for (place, byte) in try reader.readBytes(form.checkByteCount).enumerated() {
      check |= UInt32(byte) << UInt32(8 * place)
    }
    self.form = form
    templateID = id
    self.template = template
    self.check = check
    values = ByteRange(offset: reader.offset, count: count - reader.offset)
  }
}
