// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// Objects of classes that are written once.
extension EncodingText {
  /// Writes an object, or that it stands elsewhere.
  ///
  /// - Parameters:
  ///   - value: The object.
  ///   - encoder: The place where it goes.
  ///   - leadsBack: Whether whoever decodes it can wait for an object that is not complete.
  /// - Throws: What the object throws; `EncodingError` where it holds itself in any other way.
  func encodeObject<T: Encodable>(
    _ value: T, _ encoder: ValueEncoder, leadsBack: Bool
  ) throws {
    let object = value as AnyObject
    guard let number = objects.number(of: object) else {
      let number = objects.add(object, at: encoder.id)
      describe(encoder.id, type: T.self, identity: number)
      try encodePlainly(value, encoder)
      // What is no object, but an array or a scalar, is written by value.
      objects[number].isIdentified = isIdentified(encoder.id)
      objects[number].isComplete = true
      return
    }
    let entry = objects[number]
    guard entry.isIdentified || !entry.isComplete && isIdentified(entry.place) else {
      return try encodePlainly(value, encoder)
    }
    guard entry.isComplete || leadsBack else {
      throw EncodingError.invalidValue(
        value,
        .init(
          codingPath: path(to: encoder.id),
          debugDescription:
            "the object holds itself, other than by Reference or BackReference, so that it could not"
            + " be decoded"))
    }
    try writeReference(number, encoder)
  }

  /// Writes that an object stands elsewhere, or null where it does not stand in the text so far.
  func encodeIfKnown(_ object: AnyObject, _ encoder: ValueEncoder) throws {
    guard let number = objects.number(of: object),
      objects[number].isIdentified || isIdentified(objects[number].place)
    else { return try encoder.encodeNil() }
    try writeReference(number, encoder)
  }

  private func writeReference(_ number: Int, _ encoder: ValueEncoder) throws {
    try write(alone: encoder.id) { buffer in
      buffer.append(UInt8(ascii: "{"))
      buffer.append(key: ReferenceKeys.reference, isFirst: true)
      buffer.append(UInt64(number), isNegative: false)
      buffer.append(UInt8(ascii: "}"))
    }
  }
}
