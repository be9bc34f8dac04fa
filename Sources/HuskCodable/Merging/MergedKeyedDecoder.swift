// SPDX-License-Identifier: Apache-2.0

/// The members of an object that a patch changes.
struct MergedKeyedDecoder<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let base: KeyedDecoder<Key>
  let patch: KeyedDecoder<Key>

  var codingPath: [any CodingKey] { patch.codingPath }

  var allKeys: [Key] {
    let changed = patch.allKeys
    let names = Set(changed.map(\.stringValue))
    return base.allKeys.filter { !names.contains($0.stringValue) }
      + changed.filter { (try? patch.decodeNil(forKey: $0)) == false }
  }

  func contains(_ key: Key) -> Bool { patch.contains(key) || base.contains(key) }

  func decodeNil(forKey key: Key) throws -> Bool { try side(of: key).decodeNil(forKey: key) }

  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    let side = side(of: key)
    let value = try side.value(key)
    guard patch.contains(key), base.contains(key) else {
      return try side.text.value(type, value, key)
    }
    return try MergedDecoder.value(
      type, base: ValueDecoder(text: base.text, index: base.value(key)),
      patch: ValueDecoder(text: patch.text, index: value), key)
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try superDecoder(forKey: key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try side(of: key).nestedUnkeyedContainer(forKey: key)
  }

  func superDecoder() throws -> any Decoder {
    guard let base = try? base.superDecoder() else { return try patch.superDecoder() }
    return merged(base, try? patch.superDecoder())
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    guard base.contains(key) else { return try patch.superDecoder(forKey: key) }
    return merged(try base.superDecoder(forKey: key), try? patch.superDecoder(forKey: key))
  }

  private func merged(_ base: any Decoder, _ patch: (any Decoder)?) -> any Decoder {
    guard let patch else { return base }
    guard let base = base as? ValueDecoder, let patch = patch as? ValueDecoder, base.isObject,
      patch.isObject
    else { return patch }
    return MergedDecoder(base: base, patch: patch)
  }

  /// Where a member is: in the patch, or else in the base.
  private func side(of key: Key) -> KeyedDecoder<Key> { patch.contains(key) ? patch : base }
}
