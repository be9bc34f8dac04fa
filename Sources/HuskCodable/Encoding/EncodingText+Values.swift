// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Values of any type.
extension EncodingText {
  /// Writes a value as a member or element of a place.
  func encode<T: Encodable>(_ value: T, in id: Int, _ key: (any CodingKey)?) throws {
    if let scalar = scalar(value) {
      try write(in: id, key) { try append(scalar, to: &$0, id, key) }
    } else {
      try writeValue(in: id, key) { try encodeOther(value, $0) }
    }
  }

  /// Writes a value as the only one of a place.
  func encode<T: Encodable>(_ value: T, alone id: Int) throws {
    if let scalar = scalar(value) {
      try write(alone: id) { try append(scalar, to: &$0, id, nil) }
    } else {
      try encodeOther(value, ValueEncoder(text: self, id: id))
    }
  }

  /// Writes a value that encodes itself, or whose strategy does.
  private func encodeOther<T: Encodable>(_ value: T, _ encoder: ValueEncoder) throws {
    try enter(value)
    defer { leave() }
    if !isPlain, settings.preservesReferences, T.self is AnyObject.Type {
      try encodeObject(value, encoder, leadsBack: false)
    } else {
      try encodePlainly(value, encoder)
    }
  }

  /// Writes a value whatever it is.
  func encodePlainly<T: Encodable>(_ value: T, _ encoder: ValueEncoder) throws {
    if !isPlain, settings.hasAliases { describe(encoder.id, type: T.self) }
    if T.self == Date.self, let date = value as? Date, case .custom(let encode) = settings.dates {
      return try encode(date, encoder)
    }
    if T.self == Data.self, let data = value as? Data, case .custom(let encode) = settings.data {
      return try encode(data, encoder)
    }
    if !isPlain, settings.changesNames, let dictionary = value as? any StringKeyedValues {
      return try dictionary.encodeMembers(to: encoder)
    }
    try value.encode(to: encoder)
  }

  /// What a value is in JSON, where no type of its own has a say in it.
  private func scalar<T>(_ value: T) -> Scalar? {
    if T.self == String.self, let text = value as? String { return .text(text) }
    if T.self == Int.self, let integer = value as? Int { return .integer(integer) }
    if let array = ScalarArray(value) { return .array(array) }
    if T.self == Date.self, let date = value as? Date {
      switch settings.dates {
      case .deferredToDate: return .number(date.timeIntervalSinceReferenceDate)
      case .secondsSince1970: return .number(date.timeIntervalSince1970)
      case .millisecondsSince1970: return .number(date.timeIntervalSince1970 * 1000)
      case .iso8601: return .text(date.formatted(Date.ISO8601FormatStyle()))
      case .custom: return nil
      @unknown default: return nil
      }
    }
    if T.self == Data.self, let data = value as? Data, case .base64 = settings.data {
      return .text(data.base64EncodedString())
    }
    if T.self == URL.self, let url = value as? URL { return .text(url.absoluteString) }
    if T.self == Decimal.self, let decimal = value as? Decimal {
      return .decimal(decimal)
    }
    return nil
  }

  private enum Scalar {
    case number(Double)
    case integer(Int)
    case text(String)
    case decimal(Decimal)
    case array(ScalarArray)
  }

  private func append(
    _ scalar: Scalar, to buffer: inout TextBuffer, _ id: Int, _ key: (any CodingKey)?
  ) throws {
    switch scalar {
    case .number(let number): try append(number, to: &buffer, id, key)
    case .integer(let integer):
      buffer.append(UInt64(integer.magnitude), isNegative: integer < 0)
    case .text(let text): buffer.append(quoted: text)
    case .array(let array): array.append(to: &buffer)
    case .decimal(let decimal):
      guard decimal.isFinite else { throw invalid(decimal, id, key) }
      buffer.append(number: decimal.description)
    }
  }

  func append(
    _ value: Double, to buffer: inout TextBuffer, _ id: Int, _ key: (any CodingKey)?
  ) throws {
    if value.isFinite {
      buffer.append(value)
    } else {
      buffer.append(quoted: try nonConforming(value, id, key))
    }
  }

  func append(
    _ value: Float, to buffer: inout TextBuffer, _ id: Int, _ key: (any CodingKey)?
  ) throws {
    if value.isFinite {
      buffer.append(number: value.description)
    } else {
      buffer.append(quoted: try nonConforming(value, id, key))
    }
  }

  private func nonConforming<T: BinaryFloatingPoint>(
    _ value: T, _ id: Int, _ key: (any CodingKey)?
  ) throws -> String {
    guard case .convertToString(let positive, let negative, let nan) = settings.floats else {
      throw invalid(value, id, key)
    }
    return value.isNaN ? nan : value < 0 ? negative : positive
  }

  private func invalid(_ value: Any, _ id: Int, _ key: (any CodingKey)?) -> EncodingError {
    .invalidValue(
      value,
      .init(
        codingPath: path(to: id, key ?? elementKey(in: id)),
        debugDescription: "JSON has no number \(value)"))
  }
}

/// Dictionaries whose keys are data, which no strategy changes.
private protocol StringKeyedValues {
  func encodeMembers(to encoder: ValueEncoder) throws
}

extension Dictionary: StringKeyedValues where Key == String, Value: Encodable {
  fileprivate func encodeMembers(to encoder: ValueEncoder) throws {
    encoder.text.prepare(encoder.id, as: .object)
    for (key, value) in self {
      try encoder.text.encode(value, in: encoder.id, PathKey(key))
    }
  }
}
