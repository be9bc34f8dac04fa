// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// The members of an object that is being written.
struct KeyedEncoder<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let text: EncodingText
  let id: Int

  var codingPath: [any CodingKey] { text.path(to: id) }

  func encodeNil(forKey key: Key) throws {
    try text.write(in: id, key) { $0.append("null") }
  }

  func encode(_ value: Bool, forKey key: Key) throws {
    try text.write(in: id, key) { $0.append(value ? "true" : "false") }
  }

  func encode(_ value: String, forKey key: Key) throws {
    try text.write(in: id, key) { $0.append(quoted: value) }
  }

  func encode(_ value: Double, forKey key: Key) throws {
    try text.write(in: id, key) { try text.append(value, to: &$0, id, key) }
  }

  func encode(_ value: Float, forKey key: Key) throws {
    try text.write(in: id, key) { try text.append(value, to: &$0, id, key) }
  }

  func encode(_ value: Int, forKey key: Key) throws {
    try text.write(in: id, key) { $0.append(UInt64(value.magnitude), isNegative: value < 0) }
  }

  func encode(_ value: Int8, forKey key: Key) throws {
    try text.write(in: id, key) { $0.append(UInt64(value.magnitude), isNegative: value < 0) }
  }

  func encode(_ value: Int16, forKey key: Key) throws {
    try text.write(in: id, key) { $0.append(UInt64(value.magnitude), isNegative: value < 0) }
  }

  func encode(_ value: Int32, forKey key: Key) throws {
    try text.write(in: id, key) { $0.append(UInt64(value.magnitude), isNegative: value < 0) }
  }

  func encode(_ value: Int64, forKey key: Key) throws {
    try text.write(in: id, key) { $0.append(UInt64(value.magnitude), isNegative: value < 0) }
  }

  func encode(_ value: Int128, forKey key: Key) throws {
    try text.write(in: id, key) { $0.append(number: value.description) }
  }

  func encode(_ value: UInt, forKey key: Key) throws {
    try text.write(in: id, key) { $0.append(UInt64(value), isNegative: false) }
  }

  func encode(_ value: UInt8, forKey key: Key) throws {
    try text.write(in: id, key) { $0.append(UInt64(value), isNegative: false) }
  }

  func encode(_ value: UInt16, forKey key: Key) throws {
    try text.write(in: id, key) { $0.append(UInt64(value), isNegative: false) }
  }

  func encode(_ value: UInt32, forKey key: Key) throws {
    try text.write(in: id, key) { $0.append(UInt64(value), isNegative: false) }
  }

  func encode(_ value: UInt64, forKey key: Key) throws {
    try text.write(in: id, key) { $0.append(UInt64(value), isNegative: false) }
  }

  func encode(_ value: UInt128, forKey key: Key) throws {
    try text.write(in: id, key) { $0.append(number: value.description) }
  }

  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try text.encode(value, in: id, key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(
      KeyedEncoder<NestedKey>(text: text, id: text.hold(in: id, key, as: .object)))
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    UnkeyedEncoder(text: text, id: text.hold(in: id, key, as: .array))
  }

  func superEncoder() -> any Encoder {
    ValueEncoder(text: text, id: text.hold(in: id, PathKey.superclass, as: .nothing))
  }

  func superEncoder(forKey key: Key) -> any Encoder {
    ValueEncoder(text: text, id: text.hold(in: id, key, as: .nothing))
  }
}
