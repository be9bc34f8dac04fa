// SPDX-License-Identifier: Apache-2.0

/// Decodes messages that stand one behind the other (SPEC §13.10 Sequences of messages).
package struct MessageSequence {
  /// The canonical bytes of the template of bare messages.
  private let template: [UInt8]?
  private let limits: ReferenceLimits
  private var decoders: [[UInt8]: MessageDecoder] = [:]

  /// Creates a decoder of sequences.
  package init(template: [UInt8]?, limits: ReferenceLimits = ReferenceLimits()) {
    self.template = template
    self.limits = limits
  }

  /// The documents of a sequence, one after the other.
  package mutating func decode(_ sequence: [UInt8]) throws -> [UInt8] {
    var reader = ByteReader(sequence)
    var documents: [UInt8] = []
    var isFirst = true
    while !reader.isAtEnd {
      let count = try reader.count()
      try demand(count <= limits.frameByteCount, .limitExceeded, "\(count) bytes of a message")
      let message = try reader.take(count)
      if message.isEmpty {
        try demand(!isFirst, .truncated, "a message must come first")
        try demand(reader.isAtEnd, .extraValue, "a message behind the end")
        documents.removeLast()
        return documents
      }
      documents += try decode(message: message) + [0x0A]
      try demand(
        documents.count <= limits.decodedByteCount, .limitExceeded, "\(documents.count) bytes")
      isFirst = false
    }
    return documents
  }

  private mutating func decode(message: [UInt8]) throws -> [UInt8] {
    do {
      return try decoder(message).decode(message)
    } catch let fault as ReferenceFault where fault.code == .templateMismatch {
      throw ReferenceFault(.unknownTemplate, fault.reason)
    }
  }

  private mutating func decoder(_ message: [UInt8]) throws -> MessageDecoder {
    let canonical = try MessageDecoder.embeddedTemplate(message, limits) ?? template
    guard let canonical else {
      throw ReferenceFault(.unknownTemplate, "no template is at hand")
    }
    if let decoder = decoders[canonical] { return decoder }
    let decoder = try MessageDecoder(template: canonical, limits: limits)
    decoders[canonical] = decoder
    return decoder
  }
}
