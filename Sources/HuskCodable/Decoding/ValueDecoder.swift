// SPDX-License-Identifier: Apache-2.0

internal import HuskCore

/// One value of a text, which its type decodes.
struct ValueDecoder: Decoder {
  let text: DecodingText
  let index: Int

  var codingPath: [any CodingKey] { text.path(to: index) }

  var userInfo: [CodingUserInfoKey: Any] { text.settings.rules.userInfo }

  func container<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    guard text.tape.kind(at: index) == .openObject else {
      throw text.mismatch([String: Any].self, index)
    }
    return KeyedDecodingContainer(KeyedDecoder<Key>(text: text, object: index))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard text.tape.kind(at: index) == .openArray else { throw text.mismatch([Any].self, index) }
    return UnkeyedDecoder(text, index)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

extension ValueDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { text.isNull(index) }

  func decode(_ type: Bool.Type) throws -> Bool { try text.boolean(index, nil) }

  func decode(_ type: String.Type) throws -> String { try text.string(index, nil) }

  func decode(_ type: Double.Type) throws -> Double { try text.double(index, nil) }

  func decode(_ type: Float.Type) throws -> Float { try text.float(type, index, nil) }

  func decode(_ type: Int.Type) throws -> Int { try text.integer(type, index, nil) }

  func decode(_ type: Int8.Type) throws -> Int8 { try text.integer(type, index, nil) }

  func decode(_ type: Int16.Type) throws -> Int16 { try text.integer(type, index, nil) }

  func decode(_ type: Int32.Type) throws -> Int32 { try text.integer(type, index, nil) }

  func decode(_ type: Int64.Type) throws -> Int64 { try text.integer(type, index, nil) }

  func decode(_ type: Int128.Type) throws -> Int128 { try text.integer(type, index, nil) }

  func decode(_ type: UInt.Type) throws -> UInt { try text.integer(type, index, nil) }

  func decode(_ type: UInt8.Type) throws -> UInt8 { try text.integer(type, index, nil) }

  func decode(_ type: UInt16.Type) throws -> UInt16 { try text.integer(type, index, nil) }

  func decode(_ type: UInt32.Type) throws -> UInt32 { try text.integer(type, index, nil) }

  func decode(_ type: UInt64.Type) throws -> UInt64 { try text.integer(type, index, nil) }

  func decode(_ type: UInt128.Type) throws -> UInt128 { try text.integer(type, index, nil) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try text.value(type, index, nil) }
}
