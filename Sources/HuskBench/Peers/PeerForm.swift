// SPDX-License-Identifier: Apache-2.0

/// A form in which others write JSON values more compactly.
///
/// The implementations here are straightforward, and lossless where those that made the forms known
/// are not: what the original drops or changes is escaped. On what the original keeps, the bytes are
/// the same as those of the original.
package protocol PeerForm: Sendable {
  /// Writes the texts of a sequence, or the one text that there is.
  func encode(_ texts: [JSONValue], isSequence: Bool) throws -> [UInt8]

  /// Reads what ``encode(_:isSequence:)`` wrote.
  ///
  /// - Throws: ``BenchError`` where it is something else.
  func decode(_ bytes: [UInt8], isSequence: Bool) throws -> [JSONValue]
}

/// A form that is JSON itself: another value stands for the value.
package protocol TreeForm: PeerForm {
  /// The value that stands for another.
  func encode(_ value: JSONValue) -> JSONValue
  /// The value that another stands for.
  func decode(_ value: JSONValue) throws -> JSONValue
}

extension TreeForm {
  package func encode(_ texts: [JSONValue], isSequence: Bool) throws -> [UInt8] {
    // These forms know no sequences; an array is what one would send.
    if isSequence { return encode(.array(texts)).bytes }
    guard let text = texts.first else { throw BenchError("there is no text") }
    return encode(text).bytes
  }

  package func decode(_ bytes: [UInt8], isSequence: Bool) throws -> [JSONValue] {
    let value = try decode(JSONValue.text(of: bytes))
    guard isSequence else { return [value] }
    guard case .array(let texts) = value else { throw BenchError("this is no sequence of texts") }
    return texts
  }
}
