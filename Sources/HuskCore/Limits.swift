// SPDX-License-Identifier: Apache-2.0

/// Every limit of the codec, always on (SPEC §10.1 Limits).
///
/// Each has a default that real data stays far below; an input that exceeds one is refused with
/// ``HuskError/Code/limitExceeded`` and a message that names the limit. None can be set below 0.
public struct Limits: Sendable, Equatable {
  /// The deepest nesting of arrays and objects that is accepted, in levels; at most ``maxDepth``.
  public var depth: Int { didSet { depth = Self.clamp(depth, Self.maxDepth) } }
  /// The most shapes a template may have.
  public var shapes: Int { didSet { shapes = max(shapes, 0) } }
  /// The most fields, tuple positions, alternatives and dictionary entries a template may have.
  public var templateEntries: Int { didSet { templateEntries = max(templateEntries, 0) } }
  /// The most canonical bytes that a template may have.
  public var templateByteCount: Int { didSet { templateByteCount = max(templateByteCount, 0) } }
  /// The most canonical bytes that a message template may have: what it holds is learnt before the
  /// first message, which takes longer than reading it.
  public var messageTemplateByteCount: Int {
    didSet { messageTemplateByteCount = max(messageTemplateByteCount, 0) }
  }
  /// The most bytes that the payload of one frame may have.
  public var frameByteCount: Int { didSet { frameByteCount = max(frameByteCount, 0) } }
  /// The most rows that one block may have.
  public var blockRowCount: Int { didSet { blockRowCount = max(blockRowCount, 0) } }
  /// The most bytes of text that one block may decode to; at most ``maxBlockByteCount``.
  public var blockByteCount: Int {
    didSet { blockByteCount = Self.clamp(blockByteCount, Self.maxBlockByteCount) }
  }
  /// The binary logarithm of the highest cost of a passphrase; 2 to its power is the memory in KiB.
  public var passphraseCost: Int {
    didSet { passphraseCost = Self.clamp(passphraseCost, Self.maxPassphraseCost) }
  }
  /// The most bytes of documents that one call decodes to; an encoder writes no document that has more.
  ///
  /// Who reads a stream block by block, as `StreamDecoder` does, gets a block from each call: then it is
  /// the most bytes of one block, and a stream may have any number of them.
  public var decodedByteCount: Int { didSet { decodedByteCount = max(decodedByteCount, 0) } }
  /// The most bytes that one call decodes to for each byte of input, once past
  /// ``unratedByteCount``; not of blocks of a stream, of which nobody knows how many follow.
  public var decodedRatio: Int { didSet { decodedRatio = max(decodedRatio, 0) } }

  /// The deepest nesting that ``depth`` can be set to, in levels, for which a stack of 512 KB is enough.
  public static let maxDepth = 2048
  /// The most that ``blockByteCount`` can be set to, in bytes.
  public static let maxBlockByteCount = 1 << 32
  /// The highest cost that ``passphraseCost`` can be set to.
  public static let maxPassphraseCost = 32
  /// How many bytes may be decoded from however small an input, in bytes.
  public static let unratedByteCount = 1 << 26

  /// Creates limits; every default stands here and nowhere else.
  public init(
    depth: Int = 512,
    shapes: Int = 65_536,
    templateEntries: Int = 4_194_304,
    templateByteCount: Int = 1 << 26,
    messageTemplateByteCount: Int = 1 << 22,
    frameByteCount: Int = 1 << 31,
    blockRowCount: Int = 1 << 28,
    blockByteCount: Int = 1 << 32,
    passphraseCost: Int = 20,
    decodedByteCount: Int = 1 << 32,
    decodedRatio: Int = 1000
  ) {
    self.passphraseCost = Self.clamp(passphraseCost, Self.maxPassphraseCost)
    self.depth = Self.clamp(depth, Self.maxDepth)
    self.decodedRatio = max(decodedRatio, 0)
    self.shapes = max(shapes, 0)
    self.templateEntries = max(templateEntries, 0)
    self.templateByteCount = max(templateByteCount, 0)
    self.messageTemplateByteCount = max(messageTemplateByteCount, 0)
    self.frameByteCount = max(frameByteCount, 0)
    self.blockRowCount = max(blockRowCount, 0)
    self.blockByteCount = Self.clamp(blockByteCount, Self.maxBlockByteCount)
    self.decodedByteCount = max(decodedByteCount, 0)
  }

  private static func clamp(_ value: Int, _ most: Int) -> Int { max(0, min(value, most)) }

  /// The same limits, for a template frame that holds a message template.
  package var ofMessageTemplates: Limits {
    var limits = self
    limits.templateByteCount = min(templateByteCount, messageTemplateByteCount)
    return limits
  }

  /// The same limits, for a template in a frame whose payload has so many bytes: inheritance makes many slots of
  /// few of them, and a file can bring a template with each block (SPEC §9.3 Template frames).
  package func ofTemplate(inFrameOf byteCount: Int) -> Limits {
    let (least, perByte) = Self.entriesOfFrames
    var limits = self
    limits.templateEntries = min(
      templateEntries, max(least, perByte * min(byteCount, Int.max / perByte)))
    return limits
  }

  /// How many entries the template of any frame may have, and how many for each byte of its frame.
  ///
  /// Templates of real documents have less than two for each byte; each takes some 300 bytes of memory.
  private static let entriesOfFrames = (least: 1 << 12, perByte: 16)

  /// Refuses a block of more bytes of text than one may have.
  package func accept(blockOfByteCount count: Int) throws(HuskError) {
    guard count > blockByteCount else { return }
    throw HuskError(.limitExceeded, "more than the limit of \(blockByteCount) bytes in a block")
  }

  /// Refuses a document of more bytes than one call may decode to.
  package func accept(documentOfByteCount count: Int) throws(HuskError) {
    guard count > decodedByteCount else { return }
    throw HuskError(.limitExceeded, "more than the limit of \(decodedByteCount) decoded bytes")
  }

  /// The deepest nesting of slots, in levels: each level of a document takes an alternative and
  /// what it leads to, and so do the values in it.
  package var slotDepth: Int { 2 * depth + 2 }

  /// The deepest nesting of a file in the text layout, in levels: two brackets for each level of
  /// slots, and those around the template.
  package var fileDepth: Int { 2 * slotDepth + 12 }

  /// The most bytes that an input of `count` bytes may decode to.
  package func decodedByteCount(forInputOf count: Int) -> Int {
    let (rated, overflow) = count.multipliedReportingOverflow(by: decodedRatio)
    return min(decodedByteCount, overflow ? .max : max(rated, Self.unratedByteCount))
  }
}
