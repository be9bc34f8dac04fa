// SPDX-License-Identifier: Apache-2.0

/// The one error type of the core: what is wrong with an input, and where.
///
/// A ``code`` is for programs, ``description`` is for people. Errors about JSON text carry the
/// byte offset, line and column of the first byte that cannot be accepted (SPEC §11 Errors).
public struct HuskError: Error, Sendable, Equatable {
  /// What is wrong with the input, one case per rule that can be broken (SPEC §11 Errors).
  @nonexhaustive public enum Code: String, Sendable, CaseIterable {
    /// The input holds no JSON text, and at least one is required.
    case emptyInput
    /// A byte stands where no JSON token can start or continue.
    case unexpectedCharacter
    /// The input ends inside a JSON text.
    case unexpectedEnd
    /// A number breaks the grammar of RFC 8259 §6.
    case invalidNumber
    /// A string holds an unescaped control character.
    case controlCharacter
    /// A string holds an escape that RFC 8259 §7 does not name.
    case invalidEscape
    /// A string holds bytes that are not UTF-8 (RFC 3629).
    case invalidUTF8
    /// More than one JSON text stands where one was asked for.
    case extraText
    /// A limit of ``Limits`` is exceeded; the context names it.
    case limitExceeded

    /// The input is not in any form that Husk writes.
    case notHusk
    /// The input is of a format version that this library cannot read.
    case unsupportedVersion
    /// A required member is missing, repeated, unknown, or has the wrong type.
    case invalidMember
    /// Bytes end before what they announce.
    case truncated
    /// A varint is not in its shortest form, or does not fit in the bits that it may have, which are 64 at most.
    case invalidVarint
    /// What was asked for is not in the document.
    case invalidSelection
    /// A column of a block breaks a rule (SPEC §8 Column layout).
    case invalidColumn
    /// The template breaks a rule (SPEC §4 Templates).
    case invalidTemplate
    /// A value, or an integer that says how values stand, is not one that may stand there.
    case invalidValue
    /// Values end before the template, or what announces them, is satisfied.
    case missingValue
    /// Values go on behind the last that is needed.
    case extraValue
    /// The list of gaps breaks a rule (SPEC §5 Gaps).
    case invalidGaps
    /// The data is compressed in a way that is not known.
    case unsupportedCodec
    /// Compressed data is damaged, or does not become the number of bytes that was announced.
    case invalidCompression
    /// A frame is of a type that is not known and must not be skipped.
    case unsupportedFrame
    /// A frame stands where it may not, or its fields break a rule of SPEC §9 Container.
    case invalidFrame
    /// The index does not agree with the blocks.
    case invalidIndex
    /// The end of a file does not agree with what stands before it.
    case invalidEnd
    /// A message was made with another template.
    case templateMismatch
    /// The template that the input names is not at hand.
    case unknownTemplate
    /// What was decoded is not what was encoded.
    case checkMismatch
    /// The input is sealed in a way that is not known.
    case unsupportedEncryption
    /// The key that the input is sealed with is not at hand.
    case missingKey
    /// The key that fields of the input are sealed with is not at hand.
    case missingFieldKey
    /// What is sealed has been changed, moved or cut.
    case authenticationFailed
    /// A mask was opened when its time was over.
    case expiredMask
    /// The input is not sealed, and only what is sealed is to be accepted.
    case notSealed
    /// A key file breaks a rule (SPEC §14.7 Key files).
    case invalidKeyring
    /// An envelope breaks a rule (SPEC §14.6 Envelopes).
    case invalidEnvelope
  }

  /// A place in a text, counted from 1 as editors do.
  public struct Position: Sendable, Equatable {
    /// The line, counted from 1; lines end with LF, CR LF or CR.
    public var line: Int
    /// The column in bytes, counted from 1.
    public var column: Int

    /// Creates a position from a line and a column, both counted from 1.
    public init(line: Int, column: Int) {
      self.line = line
      self.column = column
    }
  }

  /// What is wrong.
  public let code: Code
  /// The offset in bytes from the start of the input, or `nil` where no one byte is at fault.
  public let offset: Int?
  /// The line and column of ``offset``, for inputs that are text.
  public let position: Position?
  /// What was found and what was allowed, in words.
  public let context: String
  /// Whether nothing is wrong but that there is no memory yet for what is announced (``Room``).
  package private(set) var lacksRoom = false

  /// Creates an error from its parts.
  public init(
    _ code: Code, at offset: Int? = nil, position: Position? = nil, _ context: String
  ) {
    self.code = code
    self.offset = offset
    self.position = position
    self.context = context
  }

  /// The error of memory that is full before all that is announced has come.
  package static var lackOfRoom: HuskError {
    var error = HuskError(
      .limitExceeded, "there is no room yet for so many bytes as are announced")
    error.lacksRoom = true
    return error
  }

  /// The error of a message whose template is not at hand.
  package init(unknownTemplate id: [UInt8], _ reason: String? = nil) {
    let reason = reason.map { ": \($0)" } ?? ""
    self.init(
      .unknownTemplate,
      "the message needs template \(Hexadecimal.string(id)), which is not at hand\(reason)")
  }

  /// The same error about a part of an input that begins `count` bytes into it.
  package func shifted(by count: Int) -> HuskError {
    HuskError(code, at: offset.map { $0 + count }, position: position, context)
  }

  /// The same error about what starts at an offset.
  package func placed(at offset: Int) -> HuskError { HuskError(code, at: offset, context) }

  /// Equality of two errors: the code and the offset count, the words do not.
  public static func == (left: HuskError, right: HuskError) -> Bool {
    left.code == right.code && left.offset == right.offset
  }
}

extension HuskError: CustomStringConvertible {
  /// The message for people: `what is wrong (at byte N, line L, column C)`.
  public var description: String {
    guard let offset else { return context }
    guard let position else { return "\(context) (at byte \(offset))" }
    return "\(context) (at byte \(offset), line \(position.line), column \(position.column))"
  }
}

extension HuskError {
  /// The error as seen from a document in which its input starts so many bytes, lines, and bytes
  /// of the last line behind the start.
  package func moved(by offset: Int, lines: Int, columns: Int) -> HuskError {
    guard let own = self.offset else { return self }
    var position = position
    if position?.line == 1 { position?.column += columns }
    position?.line += lines
    return HuskError(code, at: own + offset, position: position, context)
  }
}
