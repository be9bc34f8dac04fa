// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// A place of a text, to which a type writes itself.
struct ValueEncoder: Encoder {
  let text: EncodingText
  let id: Int

  var codingPath: [any CodingKey] { text.path(to: id) }

  var userInfo: [CodingUserInfoKey: Any] { text.settings.rules.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    text.prepare(id, as: .object)
    return KeyedEncodingContainer(KeyedEncoder<Key>(text: text, id: id))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    text.prepare(id, as: .array)
    return UnkeyedEncoder(text: text, id: id)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
}

extension ValueEncoder: SingleValueEncodingContainer {
  func encodeNil() throws {
    try text.write(alone: id) { $0.append("null") }
  }

  func encode(_ value: Bool) throws {
    try text.write(alone: id) { $0.append(value ? "true" : "false") }
  }

  func encode(_ value: String) throws {
    try text.write(alone: id) { $0.append(quoted: value) }
  }

  func encode(_ value: Double) throws {
    try text.write(alone: id) { try text.append(value, to: &$0, id, nil) }
  }

  func encode(_ value: Float) throws {
    try text.write(alone: id) { try text.append(value, to: &$0, id, nil) }
  }

  func encode(_ value: Int) throws {
    try text.write(alone: id) { $0.append(UInt64(value.magnitude), isNegative: value < 0) }
  }

  func encode(_ value: Int8) throws {
    try text.write(alone: id) { $0.append(UInt64(value.magnitude), isNegative: value < 0) }
  }

  func encode(_ value: Int16) throws {
    try text.write(alone: id) { $0.append(UInt64(value.magnitude), isNegative: value < 0) }
  }

  func encode(_ value: Int32) throws {
    try text.write(alone: id) { $0.append(UInt64(value.magnitude), isNegative: value < 0) }
  }

  func encode(_ value: Int64) throws {
    try text.write(alone: id) { $0.append(UInt64(value.magnitude), isNegative: value < 0) }
  }

  func encode(_ value: Int128) throws {
    try text.write(alone: id) { $0.append(number: value.description) }
  }

  func encode(_ value: UInt) throws {
    try text.write(alone: id) { $0.append(UInt64(value), isNegative: false) }
  }

  func encode(_ value: UInt8) throws {
    try text.write(alone: id) { $0.append(UInt64(value), isNegative: false) }
  }

  func encode(_ value: UInt16) throws {
    try text.write(alone: id) { $0.append(UInt64(value), isNegative: false) }
  }

  func encode(_ value: UInt32) throws {
    try text.write(alone: id) { $0.append(UInt64(value), isNegative: false) }
  }

  func encode(_ value: UInt64) throws {
    try text.write(alone: id) { $0.append(UInt64(value), isNegative: false) }
  }

  func encode(_ value: UInt128) throws {
    try text.write(alone: id) { $0.append(number: value.description) }
  }

  func encode<T: Encodable>(_ value: T) throws { try text.encode(value, alone: id) }
}
