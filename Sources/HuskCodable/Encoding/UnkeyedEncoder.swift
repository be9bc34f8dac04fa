// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// The elements of an array that is being written.
struct UnkeyedEncoder: UnkeyedEncodingContainer {
  let text: EncodingText
  let id: Int

  var codingPath: [any CodingKey] { text.path(to: id) }

  var count: Int { text.count(of: id) }

  func encodeNil() throws {
    try text.write(in: id, nil) { $0.append("null") }
  }

  func encode(_ value: Bool) throws {
    try text.write(in: id, nil) { $0.append(value ? "true" : "false") }
  }

  func encode(_ value: String) throws {
    try text.write(in: id, nil) { $0.append(quoted: value) }
  }

  func encode(_ value: Double) throws {
    try text.write(in: id, nil) { try text.append(value, to: &$0, id, nil) }
  }

  func encode(_ value: Float) throws {
    try text.write(in: id, nil) { try text.append(value, to: &$0, id, nil) }
  }

  func encode(_ value: Int) throws {
    try text.write(in: id, nil) { $0.append(UInt64(value.magnitude), isNegative: value < 0) }
  }

  func encode(_ value: Int8) throws {
    try text.write(in: id, nil) { $0.append(UInt64(value.magnitude), isNegative: value < 0) }
  }

  func encode(_ value: Int16) throws {
    try text.write(in: id, nil) { $0.append(UInt64(value.magnitude), isNegative: value < 0) }
  }

  func encode(_ value: Int32) throws {
    try text.write(in: id, nil) { $0.append(UInt64(value.magnitude), isNegative: value < 0) }
  }

  func encode(_ value: Int64) throws {
    try text.write(in: id, nil) { $0.append(UInt64(value.magnitude), isNegative: value < 0) }
  }

  func encode(_ value: Int128) throws {
    try text.write(in: id, nil) { $0.append(number: value.description) }
  }

  func encode(_ value: UInt) throws {
    try text.write(in: id, nil) { $0.append(UInt64(value), isNegative: false) }
  }

  func encode(_ value: UInt8) throws {
    try text.write(in: id, nil) { $0.append(UInt64(value), isNegative: false) }
  }

  func encode(_ value: UInt16) throws {
    try text.write(in: id, nil) { $0.append(UInt64(value), isNegative: false) }
  }

  func encode(_ value: UInt32) throws {
    try text.write(in: id, nil) { $0.append(UInt64(value), isNegative: false) }
  }

  func encode(_ value: UInt64) throws {
    try text.write(in: id, nil) { $0.append(UInt64(value), isNegative: false) }
  }

  func encode(_ value: UInt128) throws {
    try text.write(in: id, nil) { $0.append(number: value.description) }
  }

  func encode<T: Encodable>(_ value: T) throws { try text.encode(value, in: id, nil) }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    KeyedEncodingContainer(
      KeyedEncoder<NestedKey>(text: text, id: text.hold(in: id, nil, as: .object)))
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    UnkeyedEncoder(text: text, id: text.hold(in: id, nil, as: .array))
  }

  func superEncoder() -> any Encoder {
    ValueEncoder(text: text, id: text.hold(in: id, nil, as: .nothing))
  }
}
