// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// The members of an object of a text.
struct KeyedDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let text: DecodingText
  let object: Int

  var codingPath: [any CodingKey] { text.path(to: object) }

  var allKeys: [Key] {
    guard !text.settings.changesNames else {
      return text.names(of: object).order.compactMap(Key.init(stringValue:))
    }
    var seen: Set<String> = []
    var keys: [Key] = []
    text.forEachMember(of: object) { index in
      guard let name = text.plainName(at: index), let key = Key(stringValue: name),
        seen.insert(name).inserted
      else { return }
      keys.append(key)
    }
    return keys
  }

  func contains(_ key: Key) -> Bool { text.find(key, in: object) != nil }

  /// The index of the value of a member that must be there.
  @inline(__always) func value(_ key: Key) throws -> Int {
    if !text.isPlain { try text.checkName(of: key, in: object) }
    guard let value = text.member(key, of: object) else { throw missing(key) }
    return value
  }

  /// The index of the value of a member, or `nil` where it is not there or null.
  @inline(__always) private func presentValue(_ key: Key) throws -> Int? {
    if !text.isPlain { try text.checkName(of: key, in: object) }
    guard let value = text.member(key, of: object), !text.isNull(value) else { return nil }
    return value
  }

  private func missing(_ key: Key) -> DecodingError {
    .keyNotFound(
      key,
      .init(codingPath: codingPath, debugDescription: "there is no member \(key.stringValue)"))
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    if let value = text.find(key, in: object) { return text.isNull(value) }
    return text.isNull(try value(key))
  }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    try text.boolean(value(key), key)
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try presentValue(key).map { try text.boolean($0, key) }
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    try text.string(value(key), key)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try presentValue(key).map { try text.string($0, key) }
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double {
    try text.double(value(key), key)
  }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try presentValue(key).map { try text.double($0, key) }
  }

  func decode(_ type: Float.Type, forKey key: Key) throws -> Float {
    try text.float(type, value(key), key)
  }

  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try presentValue(key).map { try text.float(type, $0, key) }
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    try text.integer(type, value(key), key)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try presentValue(key).map { try text.integer(type, $0, key) }
  }

  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 {
    try text.integer(type, value(key), key)
  }

  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try presentValue(key).map { try text.integer(type, $0, key) }
  }

  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 {
    try text.integer(type, value(key), key)
  }

  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try presentValue(key).map { try text.integer(type, $0, key) }
  }

  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 {
    try text.integer(type, value(key), key)
  }

  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try presentValue(key).map { try text.integer(type, $0, key) }
  }

  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 {
    try text.integer(type, value(key), key)
  }

  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try presentValue(key).map { try text.integer(type, $0, key) }
  }

  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
    try text.integer(type, value(key), key)
  }

  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try presentValue(key).map { try text.integer(type, $0, key) }
  }

  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt {
    try text.integer(type, value(key), key)
  }

  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try presentValue(key).map { try text.integer(type, $0, key) }
  }

  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 {
    try text.integer(type, value(key), key)
  }

  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try presentValue(key).map { try text.integer(type, $0, key) }
  }

  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 {
    try text.integer(type, value(key), key)
  }

  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try presentValue(key).map { try text.integer(type, $0, key) }
  }

  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 {
    try text.integer(type, value(key), key)
  }

  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try presentValue(key).map { try text.integer(type, $0, key) }
  }

  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 {
    try text.integer(type, value(key), key)
  }

  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try presentValue(key).map { try text.integer(type, $0, key) }
  }

  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try text.integer(type, value(key), key)
  }

  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try presentValue(key).map { try text.integer(type, $0, key) }
  }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let value = try value(key)
    defer { text.moved(behind: value, of: object) }
    return try text.value(type, value, key)
  }

  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    guard let value = try presentValue(key) else { return nil }
    defer { text.moved(behind: value, of: object) }
    return try text.value(type, value, key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try ValueDecoder(text: text, index: value(key)).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try ValueDecoder(text: text, index: value(key)).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try superDecoder(PathKey.superclass) }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try superDecoder(key as any CodingKey)
  }

  private func superDecoder(_ key: any CodingKey) throws -> any Decoder {
    guard let value = text.member(key, of: object) else {
      throw DecodingError.valueNotFound(
        (any Decoder).self,
        .init(
          codingPath: codingPath + [key],
          debugDescription: "there is no member \(key.stringValue)"))
    }
    return ValueDecoder(text: text, index: value)
  }
}
